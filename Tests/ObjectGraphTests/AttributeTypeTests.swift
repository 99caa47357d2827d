import Foundation
import ObjectGraph
import PredicateLanguage
import Testing

@Suite struct `What an attribute accepts` {
  /// Each value, and the types that take it.
  private static let table: [(AttributeValue, [AttributeType])] = [
    (.null, AttributeType.allCases),
    (.integer(32_767), [.integer16, .integer32, .integer64]),
    (.integer(-32_768), [.integer16, .integer32, .integer64]),
    (.integer(32_768), [.integer32, .integer64]),
    (.integer(-32_769), [.integer32, .integer64]),
    (.integer(1 << 31), [.integer64]),
    (.integer(.min), [.integer64]),
    (.integer(.max), [.integer64]),
    (.double(0.5), [.double, .float]),
    (.double(0.1), [.double]),
    (.double(1e300), [.double]),
    (.double(.infinity), []),
    (.double(.nan), []),
    (.boolean(true), [.boolean]),
    (.string(""), [.string]),
    (.url(""), [.uri]),
    (.date(-1e10), [.date]),
    (.date(.infinity), []),
    (.date(.nan), []),
    (.uuid(UUID()), [.uuid]),
    (.data([]), [.binary, .transformable]),
    (.list([]), []),
    (.objectID(ObjectID(store: UUID(), entity: "A", key: .permanent(1))), []),
  ]

  @Test func `is its own kind of value, in range and finite, or nothing`() {
    for (value, types) in Self.table {
      #expect(AttributeType.allCases.filter { $0.accepts(value) } == types, "\(value)")
    }
  }

  @Test(arguments: [
    ("123456789012345", true), ("1234567890123456", false), ("0.000000123456789012345", true),
    ("123456789012345000000", true), ("1.0000000000000001", false), ("-999999999999999", true),
    ("-9.999999999999999", false), ("0", true), ("1e120", true),
  ])
  func `a Decimal has at most 15 significant digits, which a store keeps exactly`(text: String, fits: Bool)
    throws
  {
    let number = try #require(Decimal(string: text))
    #expect(AttributeType.decimal.accepts(.decimal(number)) == fits)
    if fits { #expect(Decimal(storedReal: DecimalText.nearestDouble(number)) == number) }
  }

  @Test func `a Decimal is a number`() { #expect(!AttributeType.decimal.accepts(.decimal(.nan))) }
}
