import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// One key of `sort`: `"date"`, `"-date"`, or an object with options.
struct SortKey: WireType {
  var descriptor: SortDescriptor

  static var schema: JSONSchema { .any(of: [.string, Members.schema]) }

  static func read(from reader: inout WireReader) throws(WireError) -> SortKey {
    switch reader.peek() {
    case .string:
      let text = try reader.readString()
      let isDescending = text.utf8.first == UInt8(ascii: "-")
      let key = isDescending ? String(text.dropFirst()) : text
      guard !key.isEmpty else { throw .expected("a key, or -key for descending order") }
      return SortKey(descriptor: SortDescriptor(key, ascending: !isDescending))
    case .object: return SortKey(descriptor: try Members.read(from: &reader).descriptor)
    default: throw .expected("a key, or an object with a key")
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.write((descriptor.ascending ? "" : "-") + descriptor.key)
  }

  /// The object form.
  private struct Members: WireShape {
    var key: String
    var ascending: Bool
    var options: Options
    var nulls: Nulls?

    var descriptor: SortDescriptor {
      SortDescriptor(
        key, ascending: ascending, options: options.stringOptions,
        nulls: nulls.flatMap { SortDescriptor.NullOrder(rawValue: $0.rawValue) })
    }

    static let shape = Shape(
      Self.init(key:ascending:options:nulls:),
      Field("key", "A property of the entity.") { $0.key },
      Field("ascending", "Smallest first.", default: true) { $0.ascending },
      Field("options", "Strings compare by bytes; `c` folds case, `d` diacritics.", default: Options.exact) {
        $0.options
      },
      Field("nulls", "Where missing values go; by default first ascending, last descending.") { $0.nulls })
  }

  private enum Options: String, WireEnum {
    case exact = ""
    case c
    case d
    case cd

    var stringOptions: StringOptions {
      switch self {
      case .exact: []
      case .c: .caseInsensitive
      case .d: .diacriticInsensitive
      case .cd: [.caseInsensitive, .diacriticInsensitive]
      }
    }
  }

  private enum Nulls: String, WireEnum {
    case first
    case last
  }
}
