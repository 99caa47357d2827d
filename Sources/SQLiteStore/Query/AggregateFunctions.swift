import ObjectGraph
import PredicateLanguage
import SQLite

/// `OBJWIRE_SUM(value, kind)`: sums and averages as memory makes them.
///
/// SQLite's own depend on the order of the rows, which an index changes, and stop at 64 bits.
enum AggregateFunctions {
  /// Makes it callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.registerAggregate("OBJWIRE_SUM", argumentCount: 2) { State() }
  }

  /// A call of it.
  static func sum(_ value: SQLText, _ aggregate: NumberAggregate) -> SQLText {
    var sql: SQLText = "OBJWIRE_SUM("
    sql.append(value)
    sql.append(", ")
    sql.bind(.integer(aggregate.rawValue))
    sql.append(")")
    return sql
  }

  private final class State: AggregateState {
    private var sum = ExactSum()
    private var aggregate: NumberAggregate?

    func step(_ call: borrowing FunctionCall) {
      if aggregate == nil { aggregate = NumberAggregate(rawValue: call.integer(at: 1)) }
      switch call.storageClass(at: 0) {
      case .integer: sum.add(call.integer(at: 0))
      case .real: sum.add(call.real(at: 0))
      case .null, .text, .blob: break
      }
    }

    func result() -> FunctionResult {
      // Without a row nobody has said what is made of it; of nothing every sum is 0.
      switch aggregate?.result(sum) {
      case .integer(let number): .integer(number)
      case .double(let number): .real(number)
      default: .null
      }
    }
  }
}
