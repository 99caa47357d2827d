public import PredicateLanguage

/// How a query is answered: what a store runs for it, and what is tested in memory.
public struct QueryExplanation: Hashable, Sendable {
  /// What a store runs that speaks SQL.
  public struct Statement: Hashable, Sendable {
    /// The text, with `?` for every value.
    public var sql: String
    /// The values in order.
    public var bindings: [Binding]
    /// The store's plan, one line a step: `SEARCH … USING INDEX …` where an index serves, `SCAN …` where none does.
    public var plan: [String]
    /// The names of the indexes that the plan uses, each once, the first used first.
    public var indexes: [String]

    /// Puts a statement together.
    public init(sql: String, bindings: [Binding], plan: [String], indexes: [String]) {
      self.sql = sql
      self.bindings = bindings
      self.plan = plan
      self.indexes = indexes
    }
  }

  /// A value beside a statement.
  public enum Binding: Hashable, Sendable {
    /// A value in the form the store keeps it in: a date as a number, a UUID as bytes.
    case value(PredicateValue)
    /// A part of the predicate that the statement calls back for, as text.
    case test(String)
  }

  /// What unsaved changes of a context have to do with the answer.
  public struct PendingChanges: Hashable, Sendable {
    /// Changed objects of the entity, whose rows the context tests itself.
    public var objectCount: Int
    /// Whether the context tests every row itself, since the predicate or the order looks at other objects that are
    /// changed.
    public var testsEveryRow: Bool

    /// Puts the facts together.
    public init(objectCount: Int, testsEveryRow: Bool) {
      self.objectCount = objectCount
      self.testsEveryRow = testsEveryRow
    }
  }

  /// Nil for a store that runs none.
  public var statement: Statement?
  /// The canonical text of each part of the predicate that is tested in memory, for some objects or all of them.
  public var inMemory: [String]
  /// Nil if no unsaved change has anything to do with it.
  public var pendingChanges: PendingChanges?

  /// Puts an explanation together.
  public init(
    statement: Statement? = nil, inMemory: [String] = [], pendingChanges: PendingChanges? = nil
  ) {
    self.statement = statement
    self.inMemory = inMemory
    self.pendingChanges = pendingChanges
  }
}
