import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// Writes the IDs of the objects that one to-one relationship leads to.
struct DestinationWriter: Sendable {
  private let family: EntityFamily
  /// For each member of the family an ID up to its key: `"x-coredata://STORE/Task/`.
  private let beginnings: [[UInt8]]

  init(_ family: EntityFamily, in store: UUID) {
    self.family = family
    beginnings = family.names.map { Array(#""x-coredata://\#(store.uuidString)/\#($0)/"#.utf8) }
  }

  /// Writes what a cell leads to; null for nothing, and for what the family does not have.
  func write(_ cell: StoreRows.Cell, of rows: StoreRows, to writer: inout JSONWriter) {
    switch cell {
    case .integer(let key): write(key, of: 0, to: &writer)
    case .reference(let index, 0): writer.write(rows.foreignIDs[Int(index)])
    case .reference(let key, let number) where family.numbers.contains(Int(number)):
      write(key, of: Int(number) - family.number, to: &writer)
    case .null, .real, .text, .blob, .reference: writer.writeNull()
    }
  }

  private func write(_ key: Int64, of member: Int, to writer: inout JSONWriter) {
    writer.append(beginnings[member])
    writer.write(key: .permanent(key))
    writer.append("\"")
  }
}
