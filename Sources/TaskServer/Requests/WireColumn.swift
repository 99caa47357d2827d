import JSON
import JSONRPC
import ObjectGraph

/// One element of `properties` of a fetch: `"date"`, or an object with what is computed.
struct WireColumn: WireType {
  var column: FetchedColumn

  static var schema: JSONSchema { .any(of: [.string, Members.schema]) }

  /// The name of a property; nil for what is computed.
  var property: String? { if case .property(let name) = column { name } else { nil } }

  static func read(from reader: inout WireReader) throws(WireError) -> WireColumn {
    switch reader.peek() {
    case .string: return WireColumn(column: .property(try reader.readString()))
    case .object: return WireColumn(column: .expression(try Members.read(from: &reader).expression))
    default: throw .expected("a property, or an object with name and function")
    }
  }

  func write(to writer: inout JSONWriter) {
    switch column {
    case .property(let name): writer.write(name)
    case .expression(let expression):
      Members(name: expression.name, function: expression.function, property: expression.property)
        .write(to: &writer)
    }
  }

  /// The object form.
  private struct Members: WireShape {
    var name: String
    var function: AggregateFunction
    var property: String?

    var expression: ExpressionDescription {
      ExpressionDescription(name, function, of: property)
    }

    static let shape = Shape(
      Self.init(name:function:property:),
      Field("name", "What the column is called in the result.") { $0.name },
      Field("function", "What is computed of the values that are not missing.") { $0.function },
      Field("property", "Whose values; `count` without it counts objects.") { $0.property })
  }
}

extension AggregateFunction: WireEnum {}
