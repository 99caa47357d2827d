import JSONRPC
import Testing
import TestSupport

@Suite struct HeaderFramerTests {
  /// What a stream is made into: messages as text, faults by their names.
  static func frame(_ chunks: [[UInt8]], _ choice: FramingChoice = .header, maximum: Int = 100) -> [String] {
    var framer = StreamFramer(choice, maximum: maximum)
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

  /// The same outcome however the stream is cut.
  func check(
    _ stream: String, _ expected: [String], _ choice: FramingChoice = .header,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(stream.utf8)
    #expect(Self.frame([bytes], choice) == expected, sourceLocation: sourceLocation)
    #expect(
      Self.frame(bytes.map { [$0] }, choice) == expected, "byte by byte", sourceLocation: sourceLocation)
    for cut in bytes.indices {
      let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(Self.frame(parts, choice) == expected, "cut at \(cut)", sourceLocation: sourceLocation)
    }
  }

  static let good = "Content-Length: 7\r\n\r\n{\"b\":2}"
  static let messages: [(String, [String])] = [
    ("", []),
    ("Content-Length: 2\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\r\n\r\n{}" + good, ["{}", "{\"b\":2}"]),
    ("Content-Length: 2\n\n{}" + good, ["{}", "{\"b\":2}"]),
    ("CONTENT-length:2\r\n\r\n{}", ["{}"]),
    ("Content-Length \t: \t2 \t\r\n\r\n{}", ["{}"]),
    ("content-type: application/json\r\nX-Other: a: b\r\ncontent-length: 2\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\r\nContent-Type: a/b; charset=UTF-8\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\r\nContent-Type: a/b;x=1; Charset=\"utf8\"\r\n\r\n{}", ["{}"]),
    ("\r\n\n \r\nContent-Length: 2\r\n\r\n{}\r\n\r\n" + good + "\n", ["{}", "{\"b\":2}"]),
    ("Content-Length: 0\r\n\r\n" + good, ["", "{\"b\":2}"]),
    ("Content-Length: 0002\r\n\r\n{}" + good, ["{}", "{\"b\":2}"]),
    ("Content-Length: 3\r\n\r\n\"é", ["\"é"]),
    ("Content-Length: 13\r\n\r\n{\n \"a\":\n 5\n}\n" + good, ["{\n \"a\":\n 5\n}\n", "{\"b\":2}"]),
    (
      "Content-Length: 28\r\n\r\n{\"Content-Length: 5\":\n12\n }\n" + good,
      ["{\"Content-Length: 5\":\n12\n }\n", "{\"b\":2}"]
    ),
    (
      "Content-Length: 27\r\n\r\n{\"a\":\"Content-Length: 5\",\n}" + good,
      ["{\"a\":\"Content-Length: 5\",\n}", "{\"b\":2}"]
    ),
  ]

  @Test(arguments: messages)
  func `messages are found by their length`(_ stream: String, _ expected: [String]) {
    check(stream, expected)
  }

  static let faults: [(String, String)] = [
    ("Content-Length: -1\r\n\r\n", #"lengthInvalid("-1")"#),
    ("Content-Length: -1\r\n\r\n{\"a\":1}", #"lengthInvalid("-1")"#),
    ("Content-Length: +2\r\n\r\n{}", #"lengthInvalid("+2")"#),
    ("Content-Length: 2.0\r\n\r\n{}", #"lengthInvalid("2.0")"#),
    ("Content-Length: ２\r\n\r\n{}", #"lengthInvalid("２")"#),
    ("Content-Length: two\r\n\r\n{}", #"lengthInvalid("two")"#),
    ("Content-Length:\r\n\r\n{}", #"lengthInvalid("")"#),
    ("Content-Type: a/b\r\n\r\n{}", "lengthMissing"),
    ("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "lengthRepeated"),
    ("Content-Length: 2\r\ncontent-length: 3\r\n\r\n{}", "lengthRepeated"),
    ("Content-Length: 2\r\nContent-Type: a/b; charset=utf-16\r\n\r\n{}", #"charset("utf-16")"#),
    ("Content-Length: 2\r\nContent-Type: a/b; charset=\r\n\r\n{}", #"charset("")"#),
    ("Content-Length: 101\r\n\r\n" + String(repeating: "x", count: 101), "too long: 100"),
    ("Content-Length: 99999999999999999999\r\n\r\n{}", "too long: 100"),
    ("Content-Length: 9223372036854775807\r\n\r\n{}", "too long: 100"),
    ("{\"a\":1}\n", "strayBytes(beginWithByteOrderMark: false)"),
    ("Content-Length: 2\r\nnonsense\r\n\r\n{}", "strayBytes(beginWithByteOrderMark: false)"),
    (": 2\r\n\r\n{}", "strayBytes(beginWithByteOrderMark: false)"),
    ("\u{FEFF}", "strayBytes(beginWithByteOrderMark: true)"),
    ("\u{0}\u{0}", "strayBytes(beginWithByteOrderMark: false)"),
    ("Content-Length: 40\r\n\r\n{\"a\":1}", "overlap(length: 40, offset: 7)"),
  ]

  @Test(arguments: faults)
  func `after a fault the next header is found`(_ bad: String, _ fault: String) {
    check(bad + Self.good, [fault, "{\"b\":2}"])
    check(Self.good + bad + Self.good + Self.good, ["{\"b\":2}", fault, "{\"b\":2}", "{\"b\":2}"])
  }

  @Test(arguments: 1...21)
  func `a length that is too large costs one message`(_ excess: Int) {
    // {"a":1} has 7 bytes; so many bytes of the next header are taken for its end.
    let taken = String(decoding: Self.good.utf8.prefix(excess), as: UTF8.self)
    let isSeen = excess > "Content-Length: 7\r".utf8.count
    let fault = isSeen ? "overlap(length: \(7 + excess), offset: 7)" : "{\"a\":1}\(taken)"
    let bytes = Array("Content-Length: \(7 + excess)\r\n\r\n{\"a\":1}\(Self.good)".utf8)
    #expect(Self.frame([bytes]) == [fault, "{\"b\":2}"])
    #expect(Self.frame(bytes.map { [$0] }) == [fault, "{\"b\":2}"])
  }

  @Test func `a length that is too small costs one message`() {
    let stray = "strayBytes(beginWithByteOrderMark: false)"
    check("Content-Length: 6\r\n\r\n{\"a\":1}" + Self.good, ["{\"a\":1", stray, "{\"b\":2}"])
    check("Content-Length: 1\r\n\r\n{\"a\":1}\n" + Self.good, ["{", stray, "{\"b\":2}"])
  }

  @Test func `what ends too early is named`() {
    check("Content-Length: 9\r\n\r\n{\"a\":", ["cutOff(length: 9, offset: 5)"])
    check("Content-Length: 9\r\n", ["headerCutOff"])
    check("Content-Len", ["strayBytes(beginWithByteOrderMark: false)"])
    check("Content-Length: 101\r\n\r\n{", ["too long: 100"])
  }

  @Test func `a header has a longest length`() {
    let maximum = HeaderBlock.maximumLength
    let fault = "headerTooLong(maximum: \(maximum))"
    for line in [
      "A: b\r\nB" + String(repeating: "a", count: maximum + 1),
      "A: " + String(repeating: "b", count: maximum),
    ] {
      let bytes = Array((line + "\r\n\r\n" + Self.good).utf8)
      #expect(Self.frame([bytes]) == [fault, "{\"b\":2}"])
      #expect(Self.frame(bytes.map { [$0] }) == [fault, "{\"b\":2}"])
    }
    let many = String(repeating: "A: b\r\n", count: maximum / 6 + 1)
    #expect(Self.frame([Array((many + Self.good).utf8)]) == [fault, "{\"b\":2}"])
    let most = "A: " + String(repeating: "b", count: maximum - 64) + "\r\n"
    #expect(Self.frame([Array((most + Self.good).utf8)]) == ["{\"b\":2}"])
  }

  static let beginnings: [(String, MessageFraming, [String])] = [
    ("", .line, []),
    ("null", .line, ["null"]),
    ("{}\nContent-Length: 2\r\n\r\n{}", .line, ["{}", "Content-Length: 2", "{}"]),
    ("\r\n \t[]\n", .line, [" \t[]"]),
    ("garbage\n{}\n", .line, ["garbage", "{}"]),
    ("true : 1\n", .line, ["true : 1"]),
    ("note: hello\n{}\n", .line, ["note: hello", "{}"]),
    ("http://x\r\n{}\n{}\n", .line, ["http://x", "{}", "{}"]),
    ("note: a\nX-b: c\n\n{}\n", .line, ["note: a", "X-b: c", "{}"]),
    ("Content-Type: a/b\r\n\r\n{}\n" + good, .header, ["lengthMissing", "{\"b\":2}"]),
    ("note: a\ncontent-length :2\n\n{}", .header, ["{}"]),
    ("\u{FEFF}note: a\n{}", .line, ["\u{FEFF}note: a", "{}"]),
    ("\u{FEFF}X: 1\nContent-Length: 2\n\n{}", .header, ["strayBytes(beginWithByteOrderMark: true)", "{}"]),
    ("Content-Length: two\n\n" + good, .header, [#"lengthInvalid("two")"#, "{\"b\":2}"]),
    ("Content-Length: 2\n{}" + good, .header, ["strayBytes(beginWithByteOrderMark: false)", "{\"b\":2}"]),
    (
      "note: a\n" + String(repeating: " ", count: 65) + "Content-Length: 2\n", .line,
      ["note: a", String(repeating: " ", count: 65) + "Content-Length: 2"]
    ),
    ("\u{FEFF}{}\n", .line, ["\u{FEFF}{}"]),
    ("\u{FEFF}Content-Length: 2\r\n\r\n{}", .header, ["strayBytes(beginWithByteOrderMark: true)", "{}"]),
    ("\n\n content-length: 2\r\n\r\n{}", .header, ["{}"]),
    ("X-Any: 1\r\nContent-Length: 2\r\n\r\n{}", .header, ["{}"]),
    (
      String(repeating: " ", count: 65) + "\u{FEFF}a: 1\n", .line,
      [String(repeating: " ", count: 65) + "\u{FEFF}a: 1"]
    ),
    (": 2\n", .line, [": 2"]),
    ("\u{0}\n", .line, ["\u{0}"]),
  ]

  @Test(arguments: beginnings)
  func `the first line decides`(_ stream: String, _ framing: MessageFraming, _ expected: [String]) {
    check(stream, expected, .auto)
    var framer = StreamFramer(.auto)
    var messages: [FramedMessage] = []
    framer.receive(Array(stream.utf8), into: &messages)
    framer.finish(into: &messages)
    #expect(framer.framing == framing)
  }

  @Test func `what looks like headers and never is one takes the memory of a header`() {
    let maximum = HeaderBlock.maximumLength
    let line = "note: hello\n"
    var framer = StreamFramer(.auto)
    var messages: [FramedMessage] = []
    var count = 0
    while framer.framing == .line, messages.isEmpty, count <= 2 * maximum {
      framer.receive(Array(line.utf8), into: &messages)
      count += line.utf8.count
    }
    #expect(messages.count == maximum / line.utf8.count + 1 && count <= maximum + line.utf8.count)
    for length in [maximum - 100] + Array(maximum - 20...maximum + 2) {
      let long = "note: " + String(repeating: "x", count: length - 6)
      let stream = Array("\(long)\n\(Self.good)".utf8)
      let found = Self.frame([stream], .auto, maximum: 10_000)
      if length >= maximum { #expect(found.prefix(2) == [long, "Content-Length: 7"]) }
      if length == maximum - 100 { #expect(found == ["{\"b\":2}"]) }
      #expect(found == Self.frame(stream.map { [$0] }, .auto, maximum: 10_000), "length \(length)")
    }
  }

  @Test(arguments: [" ", "\n", "\r\n", "a", "\u{FEFF}"])
  func `a stream that never decides takes no memory`(_ text: String) {
    var framer = StreamFramer(.auto, maximum: 1000)
    var messages: [FramedMessage] = []
    for _ in 0..<100_000 { framer.receive(Array(text.utf8), into: &messages) }
    framer.receive(Array("\n{}\n".utf8), into: &messages)
    guard case .message(let last)? = messages.last else { return #expect(Bool(false), "no message") }
    #expect(String(decoding: last, as: UTF8.self) == "{}")
    #expect(messages.count <= 2)
  }

  @Test func `a name and endless blanks are a line, with the limit of one`() {
    var framer = StreamFramer(.auto, maximum: 1000)
    var messages: [FramedMessage] = []
    framer.receive(Array("a".utf8), into: &messages)
    for _ in 0..<100_000 { framer.receive(Array("  ".utf8), into: &messages) }
    #expect(framer.framing == .line)
    guard case .tooLong(maximum: 1000)? = messages.first else { return #expect(Bool(false), "no limit") }
    #expect(messages.count == 1)
  }

  @Test func `a length is only a promise`() {
    var framer = HeaderFramer(maximum: 1 << 40)
    var messages: [FramedMessage] = []
    framer.receive(Array("Content-Length: 1000000000000\r\n\r\n{".utf8), into: &messages)
    #expect(messages.isEmpty)
    framer.receive(Array(("}\n" + Self.good).utf8), into: &messages)
    #expect(messages.count == 2)
  }

  @Test func `any bytes end in messages and errors`() {
    let pieces = [
      "Content-Length: 2", "content-LENGTH:", "\r\n", "\n", "\r\n\r\n", "{}", "{", "\"", "}", ":", " ", "7",
      "\u{FEFF}", "\u{0}", "C", "Content-", "-1", "99999999999999999999", Self.good,
    ]
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let stream = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      let bytes = Array((stream + "\n" + Self.good + Self.good).utf8)
      let whole = Self.frame([bytes])
      #expect(whole == Self.frame(bytes.map { [$0] }), "seed \(seed): \(stream.debugDescription)")
      #expect(whole.last == "{\"b\":2}", "seed \(seed): \(stream.debugDescription)")
    }
  }
}
