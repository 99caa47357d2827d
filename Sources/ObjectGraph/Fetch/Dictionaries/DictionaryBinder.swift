import PredicateLanguage
import Spelling

/// Resolves a request for dictionaries against an entity.
public struct DictionaryBinder: Sendable {
  let entity: EntityDescription
  let model: ManagedObjectModel
  let coercion: any ValueCoercion

  /// A binder for requests about one entity of a model.
  public init(
    entity: EntityDescription, model: ManagedObjectModel, coercion: any ValueCoercion = StandardCoercion()
  ) {
    self.entity = entity
    self.model = model
    self.coercion = coercion
  }

  /// Binds a request.
  ///
  /// - Throws: `DictionaryRequestError` for the first part that does not fit.
  public func bind(_ request: DictionaryRequest) throws(DictionaryRequestError) -> DictionaryTable {
    let groups = try groupColumns(request.groupBy)
    var columns = try columns(request, groups)
    let isGrouped = !groups.isEmpty || columns.contains { $0.isAggregate }
    if isGrouped { try checkGrouped(columns, groups) }
    if request.having != nil, !isGrouped {
      throw Self.unusable(.having, "having is for groups; predicate says which objects are meant.")
    }
    if request.isDistinct { try checkComparable(columns) } else { try addHidden(groups, to: &columns) }
    columns.sort { PropertyDescription.precedes($0.property, $1.property) }
    let result = result(of: columns)
    let ties = Self.ties(columns, groups, isDistinct: request.isDistinct)
    let order = try sort(request.sort, in: result) + ties
    return DictionaryTable(
      entity: result, sources: columns.map(\.source),
      visibleColumns: columns.indices.filter { columns[$0].isVisible }, groupColumns: groups,
      isGrouped: isGrouped, isDistinct: request.isDistinct, having: try having(request.having, in: result),
      sort: order.deciding)
  }

  /// The entity that describes the rows; what a column leads to is known to it as it is to the fetched entity.
  private func result(of columns: [Column]) -> EntityDescription {
    let declared = EntityDescription(DictionaryTable.name, properties: columns.map(\.property))
    let parts = ResolvedParts(
      family: EntityFamily(number: 0, names: [DictionaryTable.name]), root: DictionaryTable.name,
      properties: columns.map(\.property), subentities: [], constraints: [], declarers: [:])
    return EntityDescription(declared, parts) { relationship, column in
      guard let column, let destination = entity.relationship(named: relationship.name)?.destination else {
        return nil
      }
      return ResolvedRelationship(
        description: relationship, destination: destination, inverse: nil, storage: .column(column))
    }
  }

  /// A column in the making.
  private struct Column {
    var property: PropertyDescription
    var source: DictionaryTable.Source
    /// The position in the request; nil for what was not asked for.
    var index: Int?
    /// Whether it is one of those that the rows are grouped by.
    var isGroup = false

    var isVisible: Bool { index != nil }
    var isAggregate: Bool { if case .aggregate = source { true } else { false } }
    var part: DictionaryRequestError.Part { .column(index ?? 0) }
  }

  private static func unusable(
    _ part: DictionaryRequestError.Part, _ sentence: String
  ) -> DictionaryRequestError {
    DictionaryRequestError(part: part, reason: .unusable(sentence))
  }
}

// MARK: - Columns

extension DictionaryBinder {
  private func groupColumns(_ names: [String]) throws(DictionaryRequestError) -> [Int] {
    var columns: [Int] = []
    for (index, name) in names.enumerated() {
      let column = try column(name, .group(index))
      if isOpaque(column) {
        throw Self.unusable(.group(index), "\(name) is Transformable, and such values cannot be compared.")
      }
      if !columns.contains(column) { columns.append(column) }
    }
    return columns
  }

  private func columns(
    _ request: DictionaryRequest, _ groups: [Int]
  ) throws(DictionaryRequestError) -> [Column] {
    var names = request.columns
    if names.isEmpty {
      let all = entity.columns.prefix(entity.propertyColumnCount).filter {
        if case .attribute = $0 { true } else { false }
      }
      names = (groups.isEmpty ? all : groups.map { entity.columns[$0] }).map { .property($0.name) }
    }
    var columns: [Column] = []
    for (index, name) in names.enumerated() {
      let column = try self.column(name, index, groups)
      if let other = columns.first(where: { sameBytes($0.property.name, column.property.name) }) {
        if other.source == column.source, !column.isAggregate { continue }
        throw Self.unusable(.column(index), "Two columns have the name \(column.property.name).")
      }
      columns.append(column)
    }
    return columns
  }

  private func column(
    _ column: FetchedColumn, _ index: Int, _ groups: [Int]
  ) throws(DictionaryRequestError) -> Column {
    switch column {
    case .property(let name):
      let position = try self.column(name, .column(index))
      return Column(
        property: entity.columns[position], source: .property(position), index: index,
        isGroup: groups.contains(position))
    case .expression(let expression): return try self.column(expression, index)
    }
  }

  private func column(
    _ expression: ExpressionDescription, _ index: Int
  ) throws(DictionaryRequestError) -> Column {
    guard Self.isIdentifier(expression.name) else {
      throw Self.unusable(
        .column(index),
        "\"\(expression.name)\" is no name for a column: letters, digits and _, no digit first.")
    }
    let position = try expression.property.map { name throws(DictionaryRequestError) in
      try self.column(name, .column(index))
    }
    let type = try resultType(expression, position, .column(index))
    let attribute = AttributeDescription(expression.name, type)
    return Column(
      property: .attribute(attribute), source: .aggregate(expression.function, column: position), index: index
    )
  }

  /// The position of a property that has a column.
  private func column(
    _ name: String, _ part: DictionaryRequestError.Part
  ) throws(DictionaryRequestError) -> Int {
    if let column = entity.columnIndex(named: name) { return column }
    guard let property = entity.property(named: name) else {
      let nearest = NearestName.of(name, in: entity.columns.map(\.name))
      throw DictionaryRequestError(
        part: part, reason: .unknown(name: name, of: entity.name, nearest: nearest))
    }
    switch property {
    case .relationship: throw Self.unusable(part, "\(name) leads to many objects, which no column can hold.")
    case .attribute: throw Self.unusable(part, "\(name) is not stored.")
    }
  }

  private func resultType(
    _ expression: ExpressionDescription, _ column: Int?, _ part: DictionaryRequestError.Part
  ) throws(DictionaryRequestError) -> AttributeType {
    let function = expression.function
    guard let column else {
      if function == .count { return .integer64 }
      throw Self.unusable(part, "\(function.rawValue) wants the property whose values are taken.")
    }
    if function == .count { return .integer64 }
    guard case .attribute(let attribute) = entity.columns[column] else {
      throw Self.unusable(part, "\(function.rawValue) is for attributes; a relationship can be counted.")
    }
    if let type = function.resultType(of: attribute.type) { return type }
    let kind = TermType(attribute.type) == .opaque ? "has no order" : "is no number"
    throw Self.unusable(part, "\(attribute.name) \(kind), which \(function.rawValue) needs.")
  }

  /// Core Data's rule for names of models; what a predicate can name without further ado.
  private static func isIdentifier(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, !(0x30...0x39).contains(first) else { return false }
    return bytes.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F
    }
  }
}

extension AggregateFunction {
  /// The type of a result that is made of values of a type; nil where it cannot be.
  fileprivate func resultType(of type: AttributeType) -> AttributeType? {
    let isNumber = TermType(type) == .number
    switch self {
    case .count: return .integer64
    case .minimum, .maximum: return TermType(type) == .opaque ? nil : type
    case .sum where type == .double || type == .float: return .double
    case .sum where isNumber: return type == .decimal ? .decimal : .integer64
    case .average where isNumber: return type == .decimal ? .decimal : .double
    case .sum, .average: return nil
    }
  }
}

// MARK: - Groups

extension DictionaryBinder {
  private func checkGrouped(_ columns: [Column], _ groups: [Int]) throws(DictionaryRequestError) {
    for column in columns where !column.isAggregate && !column.isGroup {
      let name = column.property.name
      let rest =
        groups.isEmpty
        ? "beside aggregates only what is grouped by has one value." : "so it has no one value."
      throw Self.unusable(column.part, "\(name) is neither grouped by nor an aggregate; \(rest)")
    }
  }

  private func checkComparable(_ columns: [Column]) throws(DictionaryRequestError) {
    for column in columns {
      guard case .property(let position) = column.source, isOpaque(position) else { continue }
      throw Self.unusable(
        column.part, "\(column.property.name) is Transformable, and such values cannot be compared.")
    }
  }

  /// What is grouped by serves `having` and the order also where it was not asked for.
  private func addHidden(_ groups: [Int], to columns: inout [Column]) throws(DictionaryRequestError) {
    for group in groups where !columns.contains(where: { $0.source == .property(group) }) {
      let property = entity.columns[group]
      if let other = columns.first(where: { sameBytes($0.property.name, property.name) }) {
        throw Self.unusable(other.part, "\(property.name) is grouped by; give the column another name.")
      }
      columns.append(Column(property: property, source: .property(group), index: nil, isGroup: true))
    }
  }

  private func isOpaque(_ column: Int) -> Bool {
    guard case .attribute(let attribute) = entity.columns[column] else { return false }
    return TermType(attribute.type) == .opaque
  }
}

// MARK: - The rows of the result

extension DictionaryBinder {
  private func having(
    _ predicate: ParsedPredicate?, in result: EntityDescription
  ) throws(DictionaryRequestError) -> BoundPredicate? {
    guard let predicate else { return nil }
    do throws(PredicateTextError) {
      let bound = try Binder(entity: result, model: model, coercion: coercion).bind(predicate)
      if try PreparedPredicate(bound.node).keys.contains(where: { $0.target == .object || !$0.steps.isEmpty })
      {
        throw PredicateTextError(
          .type, "Neither a group nor what it leads to is compared as an object.", at: nil)
      }
      return bound
    } catch {
      throw DictionaryRequestError(part: .having, reason: .predicate(error))
    }
  }

  private func sort(
    _ keys: [SortDescriptor], in result: EntityDescription
  ) throws(DictionaryRequestError) -> [BoundSortDescriptor] {
    let binder = Binder(entity: result, model: model, coercion: coercion)
    var bound: [BoundSortDescriptor] = []
    for (index, key) in keys.enumerated() {
      do throws(PredicateTextError) {
        bound.append(try binder.bind(key))
      } catch {
        guard error.kind == .unknownKey else { throw Self.unusable(.sort(index), error.message) }
        throw DictionaryRequestError(
          part: .sort(index), reason: .unknown(name: key.key, of: result.name, nearest: error.nearest))
      }
    }
    return bound
  }

  /// What orders rows that no sort key tells apart: what is grouped by, or all columns of distinct rows, in the order
  /// of the request.
  private static func ties(_ columns: [Column], _ groups: [Int], isDistinct: Bool) -> [BoundSortDescriptor] {
    func rank(_ column: Column) -> Int? {
      if isDistinct { return column.index }
      guard case .property(let position) = column.source else { return nil }
      return groups.firstIndex(of: position)
    }
    let ranked = columns.enumerated().compactMap { position, column in
      rank(column).map { (rank: $0, position: position, property: column.property) }
    }
    return ranked.sorted { $0.rank < $1.rank }.compactMap { column in
      guard case .attribute(let attribute) = column.property else { return nil }
      return BoundSortDescriptor(
        path: BoundKeyPath(
          entity: DictionaryTable.name, target: .attribute(attribute, column: column.position)),
        ascending: true, options: [], nullsFirst: true)
    }
  }
}
