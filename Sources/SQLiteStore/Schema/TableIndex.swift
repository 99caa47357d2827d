import ObjectGraph
import PredicateLanguage

/// An index of a table, named as Core Data names it.
struct TableIndex: Sendable {
  /// One column and its direction.
  struct Element: Sendable {
    let column: SQLIdentifier
    let ascending: Bool
  }

  let name: String
  let isUnique: Bool
  /// The most significant column first.
  let elements: [Element]
  /// Whether the text says how the columns are ordered, as it does for indexes that a model declares.
  let isDeclared: Bool
  /// The numbers of the entities whose rows are in the index; nil for all rows.
  let entities: Range<Int>?

  /// Every index of a tree's table: those of the model, entity after entity, then those of references and of
  /// the entities' numbers.
  ///
  /// - Parameter column: where a property of an entity lies.
  static func all(
    of root: EntityDescription, table: String, _ columns: [TableColumn],
    _ column: (ColumnIdentity) -> TableColumn?
  ) -> [TableIndex] {
    let declared = ([root] + root.subentities).flatMap { entity in
      constraints(of: entity, root, column) + fetchIndexes(of: entity, column)
    }
    return (declared + references(columns, table) + numbers(root, table)).filter { !$0.elements.isEmpty }
  }

  /// Core Data makes the index of a constraint over the whole table.
  ///
  /// So does this where only objects of the entity and its subentities have a value in one of the columns; a
  /// constraint of inherited properties alone says nothing about its entity's relatives, which also have them.
  private static func constraints(
    of entity: EntityDescription, _ root: EntityDescription, _ column: (ColumnIdentity) -> TableColumn?
  ) -> [TableIndex] {
    entity.uniquenessConstraints.map { properties in
      let identities = properties.compactMap { identity(of: $0, in: entity) }
      let isOwn = identities.contains { sameBytes($0.entity, entity.name) }
      return TableIndex(
        name: (["Z_" + entity.name + "_UNIQUE"] + properties).joined(separator: "_"), isUnique: true,
        elements: identities.compactMap(column).map { Element(column: $0.name, ascending: true) },
        isDeclared: true, entities: isOwn || entity.number == root.number ? nil : entity.family.numbers)
    }
  }

  private static func fetchIndexes(
    of entity: EntityDescription, _ column: (ColumnIdentity) -> TableColumn?
  ) -> [TableIndex] {
    entity.fetchIndexes.map { description in
      TableIndex(
        name: "Z_" + entity.name + "_" + description.name, isUnique: false,
        elements: description.elements.compactMap { element in
          identity(of: element.property, in: entity).flatMap(column)
            .map { Element(column: $0.name, ascending: element.ascending) }
        }, isDeclared: true, entities: nil)
    }
  }

  /// One index for each reference; where objects have places in a list, it has them too, so that the last one
  /// is found without reading the list.
  private static func references(_ columns: [TableColumn], _ table: String) -> [TableIndex] {
    columns.compactMap { column in
      column.reference.map { reference in
        let columns = [column.name] + (reference.orderColumn.map { [$0] } ?? [])
        return TableIndex(
          name: "\(table)_\(column.name.name)_INDEX", isUnique: false,
          elements: columns.map { Element(column: $0, ascending: true) }, isDeclared: false, entities: nil)
      }
    }
  }

  private static func numbers(_ root: EntityDescription, _ table: String) -> [TableIndex] {
    guard root.family.isPolymorphic else { return [] }
    let element = Element(column: SQLIdentifier("Z_ENT"), ascending: true)
    return [
      TableIndex(
        name: table + "_Z_ENT_INDEX", isUnique: false, elements: [element], isDeclared: false, entities: nil)
    ]
  }

  private static func identity(of property: String, in entity: EntityDescription) -> ColumnIdentity? {
    entity.columnIndex(named: property).map { entity.columnIdentities[$0] }
  }
}
