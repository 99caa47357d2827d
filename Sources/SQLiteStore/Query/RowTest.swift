import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// A part of a predicate that is beyond SQL, evaluated in memory from inside the statement.
///
/// `OBJWIRE_HOLDS(this object, value, value, …)` is 1 or 0, what the evaluator says; no index serves it. SQL gives what
/// it can, values and whole collections; see `TestInputs`. What lies behind other objects is read over the same
/// connection while the statement runs, and so at the same moment.
final class RowTest: Sendable {
  /// The function's name in SQL.
  static let function = "OBJWIRE_HOLDS"
  /// Most values: SQLite's 127 arguments less the test itself.
  static let argumentLimit = 126

  /// What is tested, as it stands in the predicate.
  let node: PredicateNode<BoundKeyPath>
  private let predicate: PreparedPredicate<TestInputs.Key>
  private let inputs: [TestInput]
  private let arguments: [SQLText]
  private let schema: StoreSchema
  private let store: UUID

  /// A test.
  ///
  /// - Parameters:
  ///   - node: what is tested, as it stands in the predicate.
  ///   - tested: the same in the compiler's scope, where a variable may stand for the elements of a collection.
  /// - Throws: `StoreError.predicate` for a placeholder without a value, `.limit` for too many keys of rows that are no
  ///   objects.
  init(
    _ node: PredicateNode<BoundKeyPath>, by tested: PredicateNode<BoundKeyPath>, _ compiler: PredicateCompiler
  ) throws(StoreError) {
    var inputs = TestInputs(compiler)
    var tree = try inputs.replace(in: tested)
    if inputs.arguments.count > Self.argumentLimit, inputs.canFollow {
      inputs = TestInputs(compiler, objectsOnly: true)
      tree = try inputs.replace(in: tested)
    }
    guard inputs.arguments.count <= Self.argumentLimit else {
      throw .limit("keys in a predicate", Self.argumentLimit)
    }
    do throws(PredicateTextError) {
      predicate = try PreparedPredicate(tree)
    } catch {
      throw .predicate(error)
    }
    self.node = node
    self.inputs = inputs.inputs
    arguments = inputs.arguments
    schema = compiler.schema
    store = compiler.store
  }

  /// The call.
  var sql: SQLText {
    var sql: SQLText = "OBJWIRE_HOLDS("
    sql.bind(.object(self))
    for argument in arguments {
      sql.append(", ")
      sql.append(argument)
    }
    sql.append(")")
    return sql
  }

  /// Makes the function callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.register(function, argumentCount: -1) { [weak connection] call in
      guard let connection, let test = call.object(at: 0) as? RowTest else { return .null }
      let reader = call.prepared(at: 0) {
        StatementReader(connection, schema: test.schema, store: test.store)
      }
      let holds = test.holds(call, reader)
      if let failure = reader.failure { return .failure("\(failure)") }
      return .boolean(holds)
    }
  }

  private func holds(_ call: borrowing FunctionCall, _ reader: StatementReader) -> Bool {
    var row = StoreRows(columnCount: call.count - 1)
    row.beginRow(key: 0, version: 0)
    for argument in 1..<max(call.count, 1) {
      row.append(call, argument)
    }
    var known: [PredicateValue?] = Array(repeating: nil, count: inputs.count)
    let paths = reader.paths
    return predicate.evaluate { key, object in
      if case .relative(let path) = key { paths.value(at: path, from: object) } else { .null }
    } _: { key in
      guard case .input(let index) = key else { return .null }
      if let value = known[index] { return value }
      let value = inputs[index].value(in: row, store: store)
      known[index] = value
      return value
    }
  }
}

extension StoreRows {
  /// Adds a cell with an argument of a function.
  mutating func append(_ call: borrowing FunctionCall, _ argument: Int) {
    switch call.storageClass(at: argument) {
    case .null: appendNull()
    case .integer: append(call.integer(at: argument))
    case .real: append(call.real(at: argument))
    // A single row is far below the limit that appending can run into.
    case .text: try? appendText { call.appendBytes(at: argument, to: &$0) }
    case .blob: try? appendBlob { call.appendBytes(at: argument, to: &$0) }
    }
  }
}
