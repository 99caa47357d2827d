import JSONRPC
import Testing

@Suite struct LineFramerTests {
  func frame(_ chunks: [[UInt8]], maximum: Int = 10) -> [String] {
    var framer = LineFramer(maximum: maximum)
    var messages: [FramedMessage] = []
    for chunk in chunks { framer.receive(chunk, into: &messages) }
    framer.finish(into: &messages)
    return messages.map { message in
      switch message {
      case .message(let bytes): String(decoding: bytes, as: UTF8.self)
      case .tooLong(let maximum): "too long: \(maximum)"
      case .fault(let fault): "\(fault)"
      }
    }
  }

  static let streams: [(String, [String])] = [
    ("", []),
    ("a\nb\n", ["a", "b"]),
    ("a\nb", ["a", "b"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("\n\r\n \n\ta\n\n", ["\ta"]),
    ("1234567890\n", ["1234567890"]),
    ("1234567890\r\n", ["1234567890"]),
    ("12345678901\nok\n", ["too long: 10", "ok"]),
    ("123456789012345678901234567890\nok", ["too long: 10", "ok"]),
    ("123456789012345678901234567890", ["too long: 10"]),
    ("a\r\r\n", ["a\r"]),
    ("é\n", ["é"]),
  ]

  @Test(arguments: streams)
  func `lines are found however the stream is cut`(_ stream: String, _ expected: [String]) {
    let bytes = Array(stream.utf8)
    #expect(frame([bytes]) == expected)
    #expect(frame(bytes.map { [$0] }) == expected)
    for cut in bytes.indices {
      #expect(frame([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected, "cut at \(cut)")
    }
  }

  @Test func `a line beyond the limit is reported before it ends and takes no memory`() {
    var framer = LineFramer(maximum: 100)
    var messages: [FramedMessage] = []
    let chunk = [UInt8](repeating: 0x61, count: 1000)
    for _ in 0..<100 { framer.receive(chunk, into: &messages) }
    #expect(messages.count == 1)
    framer.receive(Array("\n{}\n".utf8), into: &messages)
    #expect(messages.count == 2)
  }
}
