import FoundationEssentials
import JSONRPC
import ObjectGraph
import PredicateLanguage

extension RequestEnvironment {
  /// The rows with keys made for those that came without one: a UUID for a task, the number after the
  /// greatest for a category.
  ///
  /// - Throws: `limit.exceeded` if the greatest number is the greatest there can be.
  func withKeys(
    _ rows: [ObjectReader.NewRow], of entity: EntityDescription
  ) throws(RPCError) -> [[AttributeValue]] {
    guard rows.contains(where: \.lacksKey), let name = TaskModel.key(of: entity),
      let column = entity.columnIndex(named: name), case .attribute(let attribute) = entity.columns[column]
    else { return rows.map(\.values) }
    guard let range = attribute.type.integerRange else {
      return rows.map { $0.values.filled(column, if: $0.lacksKey, with: .string(madeUpTexts.makeUUID())) }
    }
    var greatest = try greatestNumber(in: column, of: entity, named: name, and: rows)
    var result: [[AttributeValue]] = []
    for row in rows {
      if row.lacksKey {
        guard greatest < range.upperBound else {
          let message = "There is no \(name) after \(greatest); give one."
          throw .limitExceeded(inParams: name, maximum: Int(range.upperBound), message)
        }
        greatest += 1
      }
      result.append(row.values.filled(column, if: row.lacksKey, with: .integer(greatest)))
    }
    return result
  }

  /// The greatest number that an object has or is about to get; 0 without any.
  private func greatestNumber(
    in column: Int, of entity: EntityDescription, named name: String, and rows: [ObjectReader.NewRow]
  ) throws(RPCError) -> Int64 {
    let key = SortKey(descriptor: SortDescriptor(name, ascending: false))
    let query = StoreQuery(entity: entity, sort: try sort([key], for: entity), limit: 1)
    let found = try withContext { context throws(StoreError) in try context.fetch(query) }
    let known = found.isEmpty ? .null : found.value(0, column, of: .integer64)
    return ([known] + rows.map { $0.values[column] }).reduce(0) { greatest, value in
      if case .integer(let number) = value { max(greatest, number) } else { greatest }
    }
  }
}

extension [AttributeValue] {
  fileprivate func filled(_ column: Int, if isMissing: Bool, with value: @autoclosure () -> AttributeValue)
    -> Self
  {
    guard isMissing else { return self }
    var row = self
    row[column] = value()
    return row
  }
}
