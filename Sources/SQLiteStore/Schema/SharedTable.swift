import ObjectGraph

/// The table of an entity without a parent, shared by everything that inherits from it.
///
/// Its name is `Z` with the upper-case name of that entity, and it has a column for each property of the
/// whole tree, `Z` with its upper-case name. Siblings may declare properties of one name: from the second on,
/// by number of entity, their columns get numbers. A to-one relationship whose destination has subentities has
/// two columns, and a place in an ordered list is a further one:
/// ```
/// Car.owner is a Person                  ZOWNER
/// Page.book is a Book or GraphicNovel    ZBOOK, Z1_BOOK     1 is the number of Book's root
/// Page.book, and Book.pages is ordered   ZBOOK, Z1_BOOK, Z_FOK_BOOK
/// ```
struct SharedTable: Sendable {
  /// The entity at the top of the tree.
  let root: EntityDescription
  let name: SQLIdentifier
  /// Entity after entity; of each the attributes, the references, then the places.
  let columns: [TableColumn]
  private let positions: [ColumnIdentity: Int]
  let indexes: [TableIndex]

  /// The name of an entity's table.
  static func name(ofRoot name: String) -> String { "Z" + name.uppercased() }

  init(root: EntityDescription, in model: ManagedObjectModel) {
    let name = Self.name(ofRoot: root.name)
    var naming = ColumnNaming(model)
    var columns: [TableColumn] = []
    var positions: [ColumnIdentity: Int] = [:]
    for entity in [root] + root.subentities {
      for (identity, column) in naming.ownColumns(of: entity) {
        positions[identity] = columns.count
        columns.append(column)
      }
    }
    self.root = root
    self.name = SQLIdentifier(name)
    self.columns = columns
    self.positions = positions
    indexes = TableIndex.all(of: root, table: name, columns) { identity in
      positions[identity].map { columns[$0] }
    }
  }

  /// Most columns of a table: what SQLite is built with everywhere (`SQLITE_MAX_COLUMN`).
  static let columnLimit = 2_000
  /// Z_PK, Z_ENT and Z_OPT.
  private static let systemColumns = 3

  /// - Throws: `StoreError.open` for more properties in one tree of entities than a table has room for.
  func checkWidth() throws(StoreError) {
    let count = columns.reduce(Self.systemColumns) { $0 + $1.names.count }
    guard count > Self.columnLimit else { return }
    throw .open(
      reason:
        "\(root.name) and its subentities need \(count) columns, more than the \(Self.columnLimit) of a table"
    )
  }

  /// Whether an object's key alone does not tell its entity.
  var isPolymorphic: Bool { root.family.isPolymorphic }

  /// The column of an entity's property.
  func column(_ identity: ColumnIdentity) -> TableColumn? { positions[identity].map { columns[$0] } }

  /// Whether an index of all rows begins with a column.
  func isIndexed(_ column: SQLIdentifier) -> Bool {
    indexes.contains { $0.entities == nil && $0.elements.first?.column == column }
  }
}
