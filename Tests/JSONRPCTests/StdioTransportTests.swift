import Dispatch
import Foundation
import Glibc
import JSON
import JSONRPC
import Synchronization
import Testing

/// A transport over two pipes, served on a thread of its own.
private final class PipedService: Sendable {
  let toServer: Int32
  let fromServer: Int32
  private let serverInput: Int32
  private let serverOutput: Int32
  let transport: StdioTransport

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    (serverInput, toServer) = Self.makePipe()
    (fromServer, serverOutput) = Self.makePipe()
    transport = try StdioTransport(reading: serverInput, writing: serverOutput)
  }

  private static func makePipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    return (ends[0], ends[1])
  }

  /// Serves until the end and closes the output.
  func serve() async -> StdioTransport.End {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        let echo = EchoService()
        var intake = Intake(outbox: transport.outbox)
        let end = transport.run(framer: LineFramer(maximum: 1 << 20)) { messages in
          for message in messages { intake.accept(message, echo.answer) }
        }
        transport.finish()
        close(serverOutput)
        close(serverInput)
        continuation.resume(returning: end)
      }
    }
  }

  func send(_ text: String) {
    var bytes = Array(text.utf8)
    while !bytes.isEmpty {
      let count = write(toServer, bytes, bytes.count)
      if count <= 0 { return }
      bytes.removeFirst(count)
    }
  }

  /// Everything the server writes until it closes its output.
  func readToEnd() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = read(fromServer, &buffer, buffer.count)
          if count <= 0 { break }
          all += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: all, as: UTF8.self))
      }
    }
  }
}

@Suite struct StdioTransportTests {
  @Test func `the end of input is answered to the last line`() async throws {
    let service = try PipedService()
    async let end = service.serve()
    async let output = service.readToEnd()
    service.send(ConversationTests.ping("1") + "\n" + ConversationTests.ping("2"))
    close(service.toServer)
    #expect(await output == ConversationTests.pong("1") + "\n" + ConversationTests.pong("2") + "\n")
    guard case .endOfInput = await end else {
      Issue.record("another end")
      return
    }
  }

  @Test func `a large message crosses in pieces both ways`() async throws {
    let service = try PipedService()
    async let end = service.serve()
    async let output = service.readToEnd()
    let text = String(repeating: "é", count: 300_000)
    service.send(#"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"a":"\#(text)"}}"# + "\n")
    close(service.toServer)
    #expect(await output == #"{"jsonrpc":"2.0","id":1,"result":{"a":"\#(text)"}}"# + "\n")
    _ = await end
  }

  @Test func `a reader that goes away ends the service`() async throws {
    let service = try PipedService()
    close(service.fromServer)
    guard case .outputClosed = await service.serve() else {
      Issue.record("another end")
      return
    }
    close(service.toServer)
  }

  @Test func `stop ends reading, also if it comes first`() async throws {
    let service = try PipedService()
    service.transport.stop()
    guard case .stopped = await service.serve() else {
      Issue.record("another end")
      return
    }
    close(service.toServer)
    close(service.fromServer)
  }

  @Test func `a transport that is gone keeps no descriptor of its own`() throws {
    func events() throws -> Int {
      let directory = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: directory).count { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(name)"))
          == "anon_inode:[eventfd]"
      }
    }
    let before = try events()
    let count = 300
    for _ in 0..<count { _ = try StdioTransport(reading: 0, writing: 1) }
    // Other tests have a few.
    #expect(try events() < before + count / 2)
  }
}
