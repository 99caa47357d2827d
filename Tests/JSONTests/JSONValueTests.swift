import JSON
import Testing

@Suite struct JSONValueTests {
  @Test func `equality goes by bytes and not by order`() throws {
    let one = try JSONValue(parsing: #"{"a":1,"b":"x"}"#)
    let other = try JSONValue(parsing: #"{"b":"x","a":1}"#)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(try JSONValue(parsing: "1") != JSONValue(parsing: "1.0"))
  }

  @Test func `members are set, replaced and removed in place`() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    #expect(JSONValue.object(object).text == #"{"a":3,"c":4}"#)
    #expect(object["b"] == nil)
  }

  @Test func `random trees read back as themselves`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomTree(state: seed)
    for _ in 0..<200 {
      let tree = random.value(depth: 4)
      #expect(try JSONValue(parsing: tree.text) == tree, "seed \(seed)")
    }
  }

  @Test func `random damage never traps`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomTree(state: seed)
    for _ in 0..<300 {
      var bytes = Array(random.value(depth: 3).text.utf8)
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let tree = try? JSONValue(parsing: bytes.span)
      let isValid = (try? JSONScanner.validate(bytes.span)) != nil
      #expect((tree != nil) == isValid, "seed \(seed)")
    }
  }
}

/// Trees of every kind of value, the same for the same seed.
private struct RandomTree: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func value(depth: Int) -> JSONValue {
    switch next() % (depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(next() % 2 == 0)
    case 2: return .integer(Int64(bitPattern: next()))
    case 3: return JSONNumber(Double(bitPattern: next())).map(JSONValue.number) ?? .null
    case 4: return .string(text())
    case 5: return .array((0..<next() % 5).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<next() % 5 { object[text()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  mutating func text() -> String {
    let alphabet: [String] = ["a", "\"", "\\", "\n", "é", "e\u{301}", "\u{2028}", "\u{1F600}", "\0", "/"]
    return (0..<next() % 6).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] }.joined()
  }
}
