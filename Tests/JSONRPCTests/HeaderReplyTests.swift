import Foundation
import JSON
import JSONRPC
import Testing

/// What a client that sends headers gets back.
@Suite struct HeaderReplyTests {
  static func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

  func converse(_ input: String, _ answer: (IncomingRequest) -> Void) -> String {
    let transport = MemoryTransport()
    var intake = Intake(outbox: transport.outbox)
    transport.receive(input, framer: StreamFramer(.auto)) { messages in
      for message in messages { intake.accept(message, answer) }
    }
    return transport.takeText()
  }

  static func request(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"m"}"# }

  @Test func `replies are framed as the requests were`() {
    let output = converse(Self.framed(Self.request(1)) + Self.framed("[\(Self.request(2)),5]")) { request in
      request.reply.succeed { $0.write("é") }
    }
    let refusal =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A message must be an object or a batch of "#
      + #"objects.","data":{"kind":"invalidRequest"}}}"#
    #expect(
      output == Self.framed(#"{"jsonrpc":"2.0","id":1,"result":"é"}"#)
        + Self.framed(#"[{"jsonrpc":"2.0","id":2,"result":"é"},\#(refusal)]"#))
  }

  @Test(arguments: [1_000, 65_000, 66_000, 1_000_000])
  func `a reply of any size is announced with its length`(_ size: Int) {
    let text = String(repeating: "x", count: size)
    let output = converse(Self.framed(Self.request(1)) + Self.framed(Self.request(2))) { request in
      request.reply.succeed { writer in
        // Element by element, as large results are written.
        writer.beginArray()
        for _ in 0..<3 {
          writer.element()
          writer.write(text)
        }
        writer.endArray()
      }
    }
    let result = #"["\#(text)","\#(text)","\#(text)"]"#
    #expect(
      output == Self.framed(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#)
        + Self.framed(#"{"jsonrpc":"2.0","id":2,"result":\#(result)}"#))
  }

  @Test func `notifications are framed, too`() {
    let transport = MemoryTransport()
    transport.receive(Self.framed("{}"), framer: StreamFramer(.auto)) { _ in }
    transport.outbox.notify("said") { writer in writer.append("{}") }
    #expect(transport.takeText() == Self.framed(#"{"jsonrpc":"2.0","method":"said","params":{}}"#))
  }

  @Test func `a client whose first line looks like a header is answered line by line`() {
    let output = converse("note: hello\n\(Self.request(1))\n\(Self.request(2))\n") {
      $0.reply.succeed { $0.write(true) }
    }
    let lines = output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains(#""code":-32700"#))
    #expect(lines.dropFirst().elementsEqual([1, 2].map { #"{"jsonrpc":"2.0","id":\#($0),"result":true}"# }))
  }

  @Test func `an error's message is one sentence`() {
    let output = converse("Content-Length: 99\r\n\r\n\(Self.request(1))" + Self.framed(Self.request(2))) {
      $0.reply.succeed { $0.write(true) }
    }
    #expect(
      output.contains(
        #""Not a whole message: the next header begins at byte 37 of 99, so Content-Length is too large.""#))
  }

  @Test func `one fault gets one error`() {
    let short = Self.request(1).dropLast()
    let output = converse(
      "Content-Length: \(short.utf8.count)\r\n\r\n\(Self.request(1))\(Self.framed(Self.request(2)))"
    ) {
      $0.reply.succeed { $0.write(true) }
    }
    #expect(output.components(separatedBy: "Content-Length").count - 1 == 2)
    #expect(output.contains(#""code":-32700"#))
    #expect(output.hasSuffix(Self.framed(#"{"jsonrpc":"2.0","id":2,"result":true}"#)))
  }
}
