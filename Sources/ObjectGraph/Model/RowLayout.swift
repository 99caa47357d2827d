/// Where the values of an object lie in a row, when objects of an entity and of its subentities lie side by side.
///
/// The columns of the entity asked for come first, in their order; behind them those that only subentities have. With
/// `Car`, and `SportCar` below it, which adds `doors` and a `club`:
/// ```
/// cells     color  maker  club  doors
/// Car       0      1
/// SportCar  1 → 0  3 → 1  0 → 2  2 → 3      (its own columns are club, color, doors, maker)
/// ```
/// An entity without subentities has its own columns and nothing else.
public struct RowLayout: Sendable {
  /// What one cell holds.
  public struct Cell: Hashable, Sendable {
    /// The first member of the family that has the column, by number.
    public let entity: Int
    /// Position in that member's `columns`.
    public let column: Int
  }

  /// What each cell of a row holds.
  public let cells: [Cell]
  /// For each member of the family, in order of number, the cell of each of its columns; nil where they are the same.
  private let positions: [[Int]?]
  private let first: Int

  /// The cell of each column of a member; nil where column and cell have one number.
  package func positions(ofEntity number: Int) -> [Int]? {
    positions.indices.contains(number - first) ? positions[number - first] : nil
  }

  /// - Parameters:
  ///   - number: the entity's own.
  ///   - own: who declares each of the entity's columns, and how it is called there.
  ///   - below: the same for each subentity, in order of number.
  init(number: Int, own: [ColumnIdentity], below: [[ColumnIdentity]]) {
    var cells = own.indices.map { Cell(entity: number, column: $0) }
    var places = Dictionary(own.enumerated().map { ($1, $0) }) { first, _ in first }
    var positions: [[Int]?] = [nil]
    for (offset, columns) in below.enumerated() {
      positions.append(
        columns.enumerated().map { column, identity in
          if let place = places[identity] { return place }
          places[identity] = cells.count
          cells.append(Cell(entity: number + offset + 1, column: column))
          return cells.count - 1
        })
    }
    self.cells = cells
    self.positions = positions
    first = number
  }
}

/// What makes a column the same in an entity and in those that inherit it.
public struct ColumnIdentity: Hashable, Sendable {
  /// The entity that declares the property.
  public let entity: String
  /// The property, or the order key.
  public let name: String
}
