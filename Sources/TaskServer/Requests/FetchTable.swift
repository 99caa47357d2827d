import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// What makes rows of a fetch that are no objects: groups, columns that are computed, equal rows once.
struct FetchTable {
  var columns: [WireColumn]?
  var groupBy: [String]?
  var having: String?
  var havingArguments: JSONValue?
  var isDistinct: Bool
  var sort: [SortKey]

  /// The first member that asks for such rows; nil without any.
  var member: String? {
    if let groupBy, !groupBy.isEmpty { return "propertiesToGroupBy" }
    if having != nil { return "having" }
    if isDistinct { return "distinct" }
    return columns?.firstIndex { $0.property == nil }.map { "properties/\($0)" }
  }

  /// The names of properties, where nothing is computed.
  var properties: [String]? { columns?.compactMap(\.property) }

  /// The rows.
  ///
  /// - Throws: as `query`.
  func fetch(
    _ objects: StoreQuery, includesPendingChanges: Bool, _ environment: RequestEnvironment
  ) throws(RPCError) -> FetchResult {
    let query = try query(objects, environment)
    let rows = try environment.withContext { context throws(StoreError) in
      try context.fetchDictionaries(query, includesPendingChanges: includesPendingChanges)
    }
    let table = query.table
    let writer = environment.server.objectWriter(
      table.entity, properties: table.visibleColumns.map { table.entity.columns[$0].name })
    return FetchResult(rows: WireRows(rows: rows, writer: writer), type: .dictionaries, nextCursor: nil)
  }

  /// What is asked for, bound to the entity.
  ///
  /// - Throws: `property.unknown`, `predicate.…`, `invalidParams` with the place.
  func query(_ objects: StoreQuery, _ environment: RequestEnvironment) throws(RPCError) -> DictionaryQuery {
    let server = environment.server
    let binder = DictionaryBinder(
      entity: objects.entity, model: server.coordinator.managedObjectModel,
      coercion: server.binder(for: objects.entity).coercion)
    let request = DictionaryRequest(
      columns: (columns ?? []).map(\.column), groupBy: groupBy ?? [], having: try predicate(environment),
      isDistinct: isDistinct, sort: sort.map(\.descriptor))
    let table: DictionaryTable
    do throws(DictionaryRequestError) {
      table = try binder.bind(request)
    } catch {
      throw Faults.dictionaries(error, having: having, server.connection.positions)
    }
    return DictionaryQuery(objects: objects, table: table, limit: objects.limit, offset: objects.offset)
  }

  private func predicate(_ environment: RequestEnvironment) throws(RPCError) -> ParsedPredicate? {
    guard let having else {
      guard havingArguments == nil else {
        throw .invalidParams(at: "/params/havingArguments", "There is no having that takes arguments.")
      }
      return nil
    }
    let values = try environment.predicateArguments(havingArguments, at: "/params/havingArguments")
    do throws(PredicateTextError) {
      return try environment.server.predicates.tree(of: having).substituting(values)
    } catch {
      throw Faults.predicate(error, in: having, environment.server.connection.positions, at: "/params/having")
    }
  }
}

extension Faults {
  /// Dictionaries that cannot be made as they were asked for.
  static func dictionaries(
    _ error: DictionaryRequestError, having: String? = nil, _ positions: PositionEncoding
  ) -> RPCError {
    switch error.reason {
    case .unknown(let name, let owner, let nearest):
      unknownProperty(name, of: owner, nearest: nearest, at: error.part.pointer)
    case .unusable(let sentence): .invalidParams(at: error.part.pointer, sentence)
    case .predicate(let error): predicate(error, in: having, positions, at: "/params/having")
    }
  }
}

extension DictionaryRequestError.Part {
  /// Where it stands in a request.
  fileprivate var pointer: String {
    switch self {
    case .column(let index): "/params/properties/\(index)"
    case .group(let index): "/params/propertiesToGroupBy/\(index)"
    case .having: "/params/having"
    case .sort(let index): "/params/sort/\(index)"
    }
  }
}
