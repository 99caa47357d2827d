import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// What a large message costs: memory while it is there, and none afterwards.
  @Suite struct LargeMessageTests {
    static let size = 32 << 20

    @Test(arguments: ["line", "header"], ["server.ping", "nobody"])
    func `a message of 32 MiB costs less than three times its size and gives it back`(
      _ framing: String, _ method: String
    ) throws {
      let process = try ChildProcess(
        path: Binary.path, ["serve", "--in-memory", "--framing", framing],
        environment: ["PATH": "/usr/bin:/bin"])
      func exchange(_ text: String) throws -> Int {
        try process.send(bytes: Array((framing == "line" ? text + "\n" : HeaderFramed.message(text)).utf8))
        guard framing == "header" else { return try process.readLine().utf8.count }
        let head = try process.read(until: "\r\n\r\n")
        let length = try #require(
          Int(head.dropFirst("Content-Length: ".count).dropLast(2).prefix { $0.isNumber }))
        return try process.read(count: length).count
      }
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
      _ = try exchange(ping)
      let before = try Memory(of: process.identifier)
      let text = String(repeating: "x", count: Self.size)
      let length = try exchange(
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"text":"\#(text)"}}"#)
      #expect((length > Self.size) == (method == "server.ping"))
      // Its answer was sent before what was needed for it is given back; the one to the next request comes after.
      _ = try exchange(ping)
      let after = try Memory(of: process.identifier)
      #expect(after.peak - before.resident < 3 * Self.size)
      #expect(after.resident - before.resident < Self.size / 2)
    }
  }
}

/// Memory of a process in bytes.
struct Memory {
  let resident: Int
  let peak: Int

  /// Source: proc(5), /proc/PID/status.
  init(of identifier: pid_t) throws {
    let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    func bytes(_ name: String) throws -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return try #require(line.flatMap { Int($0.filter(\.isNumber)) }) << 10
    }
    resident = try bytes("VmRSS")
    peak = try bytes("VmHWM")
  }
}
