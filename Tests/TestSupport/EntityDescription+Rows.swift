import FoundationEssentials
package import ObjectGraph
import PredicateLanguage

extension EntityDescription {
  /// The column of that name.
  package func column(_ name: String) -> Int {
    guard let column = columnIndex(named: name) else { preconditionFailure("no column \(name)") }
    return column
  }

  /// The row of a new object that differs from the defaults in these values.
  package func row(_ values: [String: AttributeValue]) -> [AttributeValue] {
    var row = defaultRow
    for (name, value) in values { row[column(name)] = value }
    return row
  }

  /// Changes of these properties.
  package func changes(_ values: [String: AttributeValue]) -> [PropertyChange] {
    values.map { PropertyChange(column: column($0), value: $1) }
  }

  /// One column of some rows, for people: texts bare, missing values as `-`, parted by blanks.
  package func text(_ rows: StoreRows, _ name: String) -> String {
    let column = column(name)
    return (0..<rows.count).map { row in
      switch rows.value(row, column, of: self, in: UUID()) {
      case .string(let text), .url(let text): text
      case .integer(let number): String(number)
      case .double(let number), .date(let number): String(number)
      case .boolean(let truth): String(truth)
      case .null: "-"
      case let other: "\(other)"
      }
    }.joined(separator: " ")
  }
}
