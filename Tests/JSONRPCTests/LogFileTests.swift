import Foundation
import JSONRPC
import TestSupport
import Testing

/// A log in a file: rotation, sharing, lines that nobody loses.
@Suite struct LogFileTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("objwire.log") }

  init() throws { directory = try TemporaryDirectory() }

  private func log(_ limit: Int) throws -> LogOutput {
    try LogOutput.file(path, sizeLimit: limit) {
      "\($0) lost"
    } isStuck: {
      "stuck: \($0.reason)"
    }
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  /// Every line of all files, the oldest file first.
  private var lines: [String] {
    let files = (1...LogFile.keptCount).reversed().map { "\(path).\($0)" } + [path]
    return files.compactMap(text).joined().split(separator: "\n").map(String.init)
  }

  @Test func `a full file gets a number, and the oldest go`() throws {
    let log = try log(20)
    for number in 0..<9 {
      log.write(line: "line \(number), 14 B")
      #expect(log.finish(milliseconds: 60_000))
    }
    #expect(text(path) == "line 8, 14 B\n")
    for number in 1...LogFile.keptCount { #expect(text("\(path).\(number)") == "line \(8 - number), 14 B\n") }
    #expect(text("\(path).\(LogFile.keptCount + 1)") == nil)
    #expect(log.droppedCount == 0)
  }

  @Test func `what stands in the file already is kept`() throws {
    try "old\n".write(toFile: path, atomically: true, encoding: .utf8)
    let log = try log(1_000)
    log.write(line: "new")
    #expect(log.finish(milliseconds: 60_000))
    #expect(text(path) == "old\nnew\n")
  }

  @Test func `two logs of one file lose no line and tear none`() async throws {
    let count = 400
    let logs = [try log(8_000), try log(8_000)]
    await withTaskGroup(of: Void.self) { group in
      for (index, log) in logs.enumerated() {
        group.addTask {
          for number in 0..<count {
            log.write(line: "\(index) \(number) " + String(repeating: "x", count: 40))
          }
          log.finish(milliseconds: 60_000)
        }
      }
    }
    #expect(lines.count == 2 * count)
    for index in 0...1 {
      let numbers = lines.compactMap { line -> Int? in
        let words = line.split(separator: " ")
        #expect(words.count == 3 && words[2].count == 40, "\(line)")
        return words[0] == "\(index)" ? Int(words[1]) : nil
      }
      #expect(Set(numbers) == Set(0..<count))
    }
  }

  @Test func `a file that somebody has moved away is followed by a new one`() throws {
    let log = try log(1_000)
    log.write(line: "a")
    #expect(log.finish(milliseconds: 60_000))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    log.write(line: "b")
    #expect(log.finish(milliseconds: 60_000))
    #expect(text(path + ".moved") == "a\n")
    #expect(text(path) == "b\n")
  }

  @Test func `a full file that cannot be renamed grows and says so once`() throws {
    for number in 1...LogFile.keptCount {
      try FileManager.default.createDirectory(
        atPath: path + ".\(number)/not-empty", withIntermediateDirectories: true)
    }
    let log = try log(20)
    for number in 0..<9 {
      log.write(line: "line \(number), 14 B")
      #expect(log.finish(milliseconds: 60_000))
    }
    let own = text(path)?.split(separator: "\n").map(String.init) ?? []
    #expect(own.filter { $0.hasPrefix("line") } == (0..<9).map { "line \($0), 14 B" })
    #expect(own.count { $0.hasPrefix("stuck: ") } == 1, "\(own)")
    try FileManager.default.removeItem(atPath: path + ".1")
    for number in 9..<12 {
      log.write(line: "line \(number), 14 B")
      #expect(log.finish(milliseconds: 60_000))
    }
    #expect(text(path + ".1") != nil)
    #expect(log.droppedCount == 0)
  }

  @Test func `lost lines are counted once, whatever tells of them is lost as well`() throws {
    signal(SIGPIPE, SIG_IGN)
    #expect(mkfifo(path, 0o600) == 0)
    let first = open(path, O_RDONLY | O_NONBLOCK)
    let log = try log(1_000)
    close(first)
    for number in 0..<5 {
      log.write(line: "\(number)")
      #expect(log.finish(milliseconds: 60_000))
    }
    let second = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(second) }
    log.write(line: "heard")
    #expect(log.finish(milliseconds: 60_000))
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(second, &buffer, buffer.count)
    let lines = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    #expect(lines == ["5 lost", "heard"])
    #expect(log.droppedCount == 5)
  }

  @Test func `a line is cut between two characters`() throws {
    let log = try log(1 << 20)
    log.write(line: String(repeating: "€", count: 30_000))
    #expect(log.finish(milliseconds: 60_000))
    #expect(text(path) == String(repeating: "€", count: 21_845) + "\n")
  }

  @Test func `a line that is too long is cut and remains one line`() throws {
    let log = try log(1 << 20)
    log.write(line: String(repeating: "x", count: 200_000))
    log.write(line: "next")
    #expect(log.finish(milliseconds: 60_000))
    #expect(lines.map(\.count) == [65_535, 4])
  }
}
