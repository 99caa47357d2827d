public import ObjectGraph
import PredicateLanguage
import SQLite

extension SQLiteStore {
  /// The statement that a fetch runs first, and what it calls back for.
  public func explanation(of query: StoreQuery) throws(StoreError) -> QueryExplanation {
    QueryExplanation(try explain(query))
  }

  /// The statement that makes the dictionaries.
  public func explanation(of query: DictionaryQuery) throws(StoreError) -> QueryExplanation {
    QueryExplanation(try explain(query))
  }
}

extension QueryExplanation {
  fileprivate init(_ explanation: FetchExplanation) {
    self.init(
      statement: Statement(
        sql: explanation.sql, bindings: explanation.bindings.map { Binding($0) }, plan: explanation.plan,
        indexes: explanation.indexes),
      inMemory: explanation.inMemory)
  }
}

extension QueryExplanation.Binding {
  fileprivate init(_ value: SQLiteValue) {
    self =
      switch value {
      case .null: .value(.null)
      case .integer(let number): .value(.integer(number))
      case .real(let number): .value(.double(number))
      case .text(let text): .value(.string(text))
      case .blob(let bytes): .value(.data(bytes))
      case .object(let object): .test((object as? RowTest)?.node.format ?? "")
      }
  }
}

extension FetchExplanation {
  /// The canonical text of each part of the predicate that the statement calls back for, each once.
  package var inMemory: [String] {
    var formats: [String] = []
    for case .object(let object) in bindings {
      guard let test = object as? RowTest else { continue }
      for format in test.node.partFormats where !formats.contains(format) { formats.append(format) }
    }
    return formats
  }

  /// The names of the indexes that the plan uses, each once, the first used first.
  package var indexes: [String] {
    plan.reduce(into: []) { names, line in
      if let name = Self.index(in: line), !names.contains(name) { names.append(name) }
    }
  }

  /// The index in a line of a plan, `SEARCH ZTASK USING COVERING INDEX Z_Task_byDate (ZDATE<?)`.
  ///
  /// One that SQLite makes for a statement (AUTOMATIC) has no name.
  private static func index(in line: String) -> String? {
    let words = line.split(separator: " ")
    guard let using = words.firstIndex(of: "USING"), let index = words[using...].firstIndex(of: "INDEX"),
      !words[using..<index].contains("AUTOMATIC")
    else { return nil }
    let name = words[(index + 1)...].prefix { !$0.hasPrefix("(") }
    return name.isEmpty ? nil : name.joined(separator: " ")
  }
}
