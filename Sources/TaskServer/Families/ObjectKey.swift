import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// What names an object for people, as it crosses the wire.
protocol ObjectKey: WireType {
  /// The value that the key attribute of the object has.
  var attributeValue: AttributeValue { get }
  /// The key in an error.
  var json: JSONValue { get }
}

extension String: ObjectKey {
  var attributeValue: AttributeValue { .string(self) }
  var json: JSONValue { .string(self) }
}

extension Int64: ObjectKey {
  var attributeValue: AttributeValue { .integer(self) }
  var json: JSONValue { .integer(self) }
}

extension NoMember: ObjectKey {
  var attributeValue: AttributeValue { .null }
  var json: JSONValue { .null }
}
