import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// How a fetch is answered, as clients see it.
struct WireExplanation: WireShape {
  var sql: String?
  var bindings: [JSONValue]?
  var plan: [String]?
  var indexes: [String]?
  var inMemory: [String]
  var pendingChanges: Pending?

  static let shape = Shape(
    Self.init(sql:bindings:plan:indexes:inMemory:pendingChanges:),
    Field(
      "sql",
      "The statement, with `?` for every value; it, `bindings`, `plan` and `indexes` are absent for a store in memory."
    ) { $0.sql },
    Field(
      "bindings",
      "The values in order, as they are stored: dates in seconds since 2001, UUIDs as bytes, `{\"$data\": base64}`; "
        + "`{\"$predicate\": text}` is a part of the predicate that the statement calls back for."
    ) { $0.bindings },
    Field("plan", "SQLite's plan, one line a step.") { $0.plan },
    Field("indexes", "The indexes that the plan uses; empty if it looks at every row or at the primary key.")
    {
      $0.indexes
    },
    Field(
      "inMemory",
      "The canonical text of each part of the predicate that is tested in memory, for all objects or for those with "
        + "unsaved changes."
    ) { $0.inMemory },
    Field("pendingChanges", "Absent unless unsaved changes of the context have to do with the answer.") {
      $0.pendingChanges
    })

  /// What unsaved changes have to do with it.
  struct Pending: WireShape {
    var objects: Int
    var everyRow: Bool

    static let shape = Shape(
      Self.init(objects:everyRow:),
      Field("objects", "Unsaved objects of the entity, which the context tests itself.") { $0.objects },
      Field(
        "everyRow",
        "True: predicate or order look at other objects that are unsaved, so the context tests every row itself, and `sql` "
          + "only reads them."
      ) { $0.everyRow })
  }
}

extension WireExplanation {
  init(_ explanation: QueryExplanation) {
    let statement = explanation.statement
    self.init(
      sql: statement?.sql, bindings: statement?.bindings.map(Self.json), plan: statement?.plan,
      indexes: statement?.indexes, inMemory: explanation.inMemory,
      pendingChanges: explanation.pendingChanges.map { pending in
        Pending(objects: pending.objectCount, everyRow: pending.testsEveryRow)
      })
  }

  /// A value; an infinity, which JSON cannot write, is text.
  private static func json(_ binding: QueryExplanation.Binding) -> JSONValue {
    switch binding {
    case .value(let value):
      WireArguments.json(value) ?? .string(ValueTerm<PropertyPath>.constant(value).format)
    case .test(let text): ["$predicate": .string(text)]
    }
  }
}
