import Foundation
import JSON
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing

@Suite struct WireArgumentTests {
  static let settings = WireSettings(timeZone: "Europe/Berlin")
  static let objectID = "x-coredata://01020304-0506-0708-090A-0B0C0D0E0F10/Task/p7"

  static func read(_ json: String) throws -> PredicateArguments {
    try WireArguments.read(JSONValue(parsing: json), settings: settings)
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .boolean(true)), ("5", .integer(5)), ("5.0", .double(5)), ("5e0", .double(5)),
      ("-0", .integer(0)),
      ("0.5", .double(0.5)),
      ("9007199254740993", .integer(9_007_199_254_740_993)), ("1e19", .double(1e19)), ("\"a\"", .string("a")),
      ("[]", .list([])), (#"[1, "a", [null]]"#, .list([.integer(1), .string("a"), .list([.null])])),
      (#"{"$date": "2026-12-01T10:00"}"#, .date(817_808_400)),
      (#"{"$date": "2026-12-01T09:00:00Z"}"#, .date(817_808_400)),
      (#"{"$decimal": "10.10"}"#, .decimal(Decimal(string: "10.1") ?? 0)), (#"{"$decimal": 5}"#, .decimal(5)),
      (#"{"$uuid": "01020304-0506-0708-090a-0b0c0d0e0f10"}"#, .uuid(WireFixture.store)),
      (#"{"$data": "AP8="}"#, .data([0, 255])), (#"{"$url": "a b"}"#, .url("a b")),
      (
        #"{"$objectID": "x-coredata://01020304-0506-0708-090A-0B0C0D0E0F10/Task/p7"}"#,
        .objectID(ObjectID(store: WireFixture.store, entity: "Task", key: .permanent(7)))
      ),
    ] as [(String, PredicateValue)])
  func `an argument is the kind of value it looks like, or is tagged as`(
    _ json: String, _ value: PredicateValue
  )
    throws
  {
    #expect(try Self.read("[\(json)]") == PredicateArguments([value]))
    #expect(try Self.read("{\"NAME\": \(json)}") == PredicateArguments(named: ["NAME": value]))
    #expect(try Self.read("[[\(json)]]") == PredicateArguments([.list([value])]))
  }

  @Test func `absent and null are no arguments`() throws {
    #expect(try WireArguments.read(nil, settings: Self.settings) == .none)
    #expect(try Self.read("null") == .none)
  }

  @Test(arguments: [
    ("5", "/params/arguments"), ("\"a\"", "/params/arguments"), (#"{"$C": 1}"#, "/params/arguments/$C"),
    ("[1, {}]", "/params/arguments/1"), (#"[{"a": 1}]"#, "/params/arguments/0"),
    (#"[{"$date": "2026-12-01", "$uuid": "x"}]"#, "/params/arguments/0"),
    (#"[{"$dat": "2026-12-01"}]"#, "/params/arguments/0"),
    (#"[[1, {"$date": "soon"}]]"#, "/params/arguments/0/1/$date"),
    (#"{"a~/b": {"$date": 5}}"#, "/params/arguments/a~0~1b/$date"),
    (#"[{"$date": null}]"#, "/params/arguments/0/$date"), (#"[{"$uuid": "x"}]"#, "/params/arguments/0/$uuid"),
    (#"[{"$decimal": "0.1234567890123456"}]"#, "/params/arguments/0/$decimal"),
    (#"[{"$data": "x"}]"#, "/params/arguments/0/$data"), (#"[{"$url": 1}]"#, "/params/arguments/0/$url"),
    (#"[{"$objectID": "p1"}]"#, "/params/arguments/0/$objectID"), ("[1e400]", "/params/arguments/0"),
    ("[9223372036854775808]", "/params/arguments/0"),
  ])
  func `what is no value is named with its place`(_ json: String, _ pointer: String) throws {
    #expect {
      try Self.read(json)
    } throws: {
      ($0 as? ValueError)?.pointer == pointer
    }
  }

  @Test(
    arguments: [
      (.string("2026-12-01T10:00"), .date, .date(817_808_400)), (.string("soon"), .date, nil),
      (.integer(5), .date, nil), (.string("5"), .number, .integer(5)),
      (.string("-0.50"), .number, .decimal(-0.5)),
      (.string("x"), .number, nil), (.string(""), .number, nil), (.boolean(true), .number, .boolean(true)),
      (.string("AP8="), .data, .data([0, 255])), (.string("A"), .data, nil),
      (.string("01020304-0506-0708-090a-0b0c0d0e0f10"), .uuid, .uuid(WireFixture.store)),
      (.string("x"), .uuid, nil),
      (.string("a b"), .url, .url("a b")), (.string("5"), .text, .string("5")), (.integer(5), .text, nil),
      (.null, .date, .null), (.string("p1"), .object, nil), (.string("x"), .opaque, nil),
    ] as [(PredicateValue, TermType, PredicateValue?)])
  func `a constant is what the attribute on the other side takes from a client`(
    _ constant: PredicateValue, _ type: TermType, _ value: PredicateValue?
  ) {
    #expect(WireCoercion(settings: Self.settings).coerce(constant, to: type) == value)
  }

  @Test func `temporary ids are resolved, as text and as values`() {
    let temporary = ObjectID(store: WireFixture.store, entity: "Task", key: .temporary(UUID()))
    let permanent = ObjectID(store: WireFixture.store, entity: "Task", key: .permanent(7))
    let coercion = WireCoercion(settings: Self.settings) { $0 == temporary ? permanent : $0 }
    for constant in [.objectID(temporary), .string(temporary.uri), .objectID(permanent)] as [PredicateValue] {
      #expect(coercion.coerce(constant, to: .object) == .objectID(permanent))
    }
  }
}
