import ObjectGraph
import SQLite

/// Where the pairs of a to-many relationship lie that no column can hold: a table with two keys a row.
///
/// With entity 1, `Post.tags`, and its inverse, entity 4, `Tag.posts`:
/// ```
/// Z_1TAGS   Z_1POSTS   Z_4TAGS   Z_FOK_4TAGS (tags are ordered)   Z_FOK_1POSTS (posts are ordered)
///           p1         t4        2048                              1024
/// ```
/// A column is called after the relationship whose members it holds. A relationship without an inverse has its
/// owners in a column called after their entity; no public store shows how Core Data keeps such a one, nor one
/// that is its own inverse, whose second column gets a number here.
struct PairMapping: Sendable {
  /// The columns of one side.
  struct Half: Sendable {
    /// The keys of the side's objects.
    let key: SQLIdentifier
    /// The places in the lists of the side's objects; nil where those have no order.
    let order: SQLIdentifier?
  }

  let table: PairTable
  let name: SQLIdentifier
  /// The name that Core Data may have given the table as well: two relationships of one entity are told by
  /// nothing but their names, and it has taken either.
  let otherName: SQLIdentifier?
  let source: Half
  let destination: Half

  /// - Parameter names: those of all tables so far.
  init(_ table: PairTable, names: inout UniqueNames) {
    self.table = table
    let (forward, inverse) = (table.source, table.inverse)
    let owners = Self.suffix(forward.family, inverse?.relationship.name ?? forward.family.name)
    let members = Self.suffix(inverse?.family ?? table.destinations, forward.relationship.name)
    name = SQLIdentifier(names.next("Z_" + Self.suffix(forward.family, forward.relationship.name)))
    let isAmbiguous = inverse?.family == forward.family && !table.isSymmetric
    otherName = isAmbiguous ? SQLIdentifier("Z_" + owners) : nil
    var columns = UniqueNames()
    let (source, destination) = (columns.next("Z_" + owners), columns.next("Z_" + members))
    let sourceOrder = table.isOrdered(.source) ? columns.next("Z_FOK_" + members) : nil
    let destinationOrder = table.isOrdered(.destination) ? columns.next("Z_FOK_" + owners) : nil
    self.source = Half(key: SQLIdentifier(source), order: sourceOrder.map { SQLIdentifier($0) })
    self.destination = Half(
      key: SQLIdentifier(destination), order: destinationOrder.map { SQLIdentifier($0) })
  }

  private init(_ other: PairMapping, called name: SQLIdentifier) {
    table = other.table
    self.name = name
    otherName = other.name
    source = other.source
    destination = other.destination
  }

  private static func suffix(_ family: EntityFamily, _ name: String) -> String {
    String(family.number) + name.uppercased()
  }

  /// The same pairs in the table that a file has, by the names of its tables.
  func adapted(to tables: Set<String>) -> PairMapping {
    guard let otherName, !tables.contains(name.name), tables.contains(otherName.name) else { return self }
    return PairMapping(self, called: otherName)
  }

  /// The columns of a side.
  func half(_ side: PairTable.Side) -> Half { side == .source ? source : destination }

  /// The columns of places that there are.
  var orderColumns: [SQLIdentifier] { [source.order, destination.order].compactMap(\.self) }
}
