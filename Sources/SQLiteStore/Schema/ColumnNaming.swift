import ObjectGraph
import PredicateLanguage

/// Gives the properties of one table their columns, entity after entity in order of their numbers.
struct ColumnNaming {
  private let model: ManagedObjectModel
  private var names = UniqueNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"])

  init(_ model: ManagedObjectModel) { self.model = model }

  /// The columns that an entity adds to those it inherits: attributes, references, then places.
  mutating func ownColumns(of entity: EntityDescription) -> [(ColumnIdentity, TableColumn)] {
    let own = entity.columnIdentities.indices.filter { index in
      sameBytes(entity.columnIdentities[index].entity, entity.name)
    }
    let places = Self.places(of: entity)
    let orderKeys = Dictionary(uniqueKeysWithValues: places.map { ($1, $0) })
    var columns: [Int: SQLIdentifier] = [:]
    var entityColumns: [Int: SQLIdentifier] = [:]
    for index in own {
      let name = entity.columns[orderKeys[index] ?? index].name.uppercased()
      columns[index] = next((orderKeys[index] == nil ? "Z" : "Z_FOK_") + name)
      if let family = entity.reference(ofColumn: index), family.isPolymorphic {
        entityColumns[index] = next("Z\(rootNumber(of: family))_" + name)
      }
    }
    return Self.declared(own, of: entity).compactMap { index in
      guard let name = columns[index] else { return nil }
      let reference = entity.reference(ofColumn: index).map { family in
        TableColumn.Reference(
          family: family, entityColumn: entityColumns[index], fallback: fallback(of: family),
          orderColumn: places[index].flatMap { columns[$0] })
      }
      let property = entity.columns[index]
      let column = TableColumn(
        name: name, type: ColumnType(property), property: property, reference: reference)
      return (entity.columnIdentities[index], column)
    }
  }

  /// For each column of a reference with a place in a list, the column of that place.
  private static func places(of entity: EntityDescription) -> [Int: Int] {
    let references = entity.columns.indices.prefix(entity.propertyColumnCount).compactMap { index in
      entity.orderColumn(ofReference: entity.columns[index].name).map { (index, $0) }
    }
    return Dictionary(uniqueKeysWithValues: references)
  }

  private static func declared(_ columns: [Int], of entity: EntityDescription) -> [Int] {
    let isReference = { (index: Int) in entity.reference(ofColumn: index) != nil }
    let isPlace = { (index: Int) in index >= entity.propertyColumnCount }
    return columns.filter { !isReference($0) && !isPlace($0) } + columns.filter(isReference)
      + columns.filter(isPlace)
  }

  private mutating func next(_ base: String) -> SQLIdentifier { SQLIdentifier(names.next(base)) }

  private func rootNumber(of family: EntityFamily) -> Int {
    model.entity(named: family.name).flatMap { model.entityNumber(named: $0.rootName) } ?? family.number
  }

  private func fallback(of family: EntityFamily) -> Int? {
    model.entity(named: family.name)?.isAbstract == true ? nil : family.number
  }
}
