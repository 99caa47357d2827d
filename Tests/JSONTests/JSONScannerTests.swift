import JSON
import Testing

@Suite struct JSONScannerTests {
  @Test func `members are named with their exact text`() throws {
    let text = #" {"id" : 7.0 , "\u0061" : [1, {"b":2}],"é":"x"} "#
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    var position = 0
    var seen: [String] = []
    try scanner.begin(bytes.span, &position)
    try scanner.visitMembers(bytes.span, &position) { key, range in
      seen.append(key.text(bytes.span))
      seen.append(String(decoding: bytes[range], as: UTF8.self))
    }
    try scanner.end(bytes.span, &position)
    #expect(seen == ["id", "7.0", "a", #"[1, {"b":2}]"#, "é", #""x""#])
  }

  @Test func `elements are named with their exact text`() throws {
    let bytes = Array(#"[ 1 ,[2,3], "x" ]"#.utf8)
    var scanner = JSONScanner()
    var position = 0
    var seen: [String] = []
    try scanner.visitElements(bytes.span, &position) {
      seen.append(String(decoding: bytes[$0], as: UTF8.self))
    }
    #expect(seen == ["1", "[2,3]", #""x""#])
    #expect(position == bytes.count)
  }

  @Test func `keys are compared by bytes, escaped or not`() throws {
    let bytes = Array(#"{"\u006dethod":1,"é":2}"#.utf8)
    var scanner = JSONScanner()
    var position = 0
    var matches: [Bool] = []
    try scanner.visitMembers(bytes.span, &position) { key, _ in
      matches += [key.equals("method", bytes.span), key.equals("e\u{301}", bytes.span)]
    }
    #expect(matches == [true, false, false, false])
  }

  @Test(arguments: [0x00, 0x09, 0x0B, 0x8A, 0xF5, 0xFF] as [UInt8])
  func `the first line feed is found wherever it stands`(_ other: UInt8) {
    for count in 0...40 {
      let none = [UInt8](repeating: other, count: count)
      #expect(none.span.lineFeed() == nil)
      for place in 0..<count {
        var bytes = none
        bytes[place] = 0x0A
        bytes[count - 1] = 0x0A
        #expect(bytes.span.lineFeed() == place)
        #expect(bytes.span.lineFeed(from: place + 1) == (place < count - 1 ? count - 1 : nil))
      }
    }
  }
}
