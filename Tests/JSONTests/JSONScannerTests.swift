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
}
