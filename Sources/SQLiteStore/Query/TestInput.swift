import FoundationEssentials
import ObjectGraph
import PredicateLanguage

/// Where a value of a `RowTest` is among the arguments, and what it is.
struct TestInput {
  /// One value, or what an element is.
  enum Element {
    case value(AttributeType)
    /// With the entity in the next column if there may be several.
    case object(EntityFamily)

    /// How many columns it takes.
    var width: Int {
      if case .object(let family) = self, family.isPolymorphic { 2 } else { 1 }
    }
  }

  let element: Element
  /// Whether the one column holds a list of elements; see `ElementList`.
  let isList: Bool
  /// The first column, counted from 0.
  let column: Int

  /// The value in the first row.
  func value(in row: StoreRows, store: UUID) -> PredicateValue {
    guard isList else { return element.value(in: row, 0, column, store) }
    guard case .blob(let start, let count) = row.cell(0, column) else { return .null }
    let rows = ElementList.rows(of: row.bytes(start, count), width: element.width)
    return .list((0..<rows.count).map { element.value(in: rows, $0, 0, store) })
  }
}

extension TestInput.Element {
  fileprivate func value(in rows: StoreRows, _ row: Int, _ column: Int, _ store: UUID) -> PredicateValue {
    switch self {
    case .value(let type): return rows.value(row, column, of: type)
    case .object(let family):
      guard case .integer(let key) = rows.cell(row, column) else { return .null }
      guard family.isPolymorphic else { return Self.object(family.name, key, store) }
      guard case .integer(let number) = rows.cell(row, column + 1), let number = Int(exactly: number),
        let name = family.name(ofNumber: number)
      else { return .null }
      return Self.object(name, key, store)
    }
  }

  private static func object(_ entity: String, _ key: Int64, _ store: UUID) -> PredicateValue {
    .objectID(ObjectID(store: store, entity: entity, key: .permanent(key)))
  }
}
