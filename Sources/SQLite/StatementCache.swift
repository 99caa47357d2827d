/// Compiled statements by their text, at most `limit` of them.
///
/// A statement in use is not in the cache, so two uses of one text at once get two statements. When the cache
/// is full, the one that was used longest ago goes.
final class StatementCache {
  private let limit: Int
  /// The one that was used last, which is very often the next one, too; it is found without a hash of its
  /// text.
  private var latest: Statement?
  /// All others.
  private var entries: [String: (statement: Statement, lastUse: UInt64)] = [:]
  private var clock: UInt64 = 0

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  func take(_ sql: String) -> Statement? {
    guard latest?.sql == sql else { return entries.removeValue(forKey: sql)?.statement }
    defer { latest = nil }
    return latest
  }

  func giveBack(_ statement: Statement) {
    guard limit > 0 else { return }
    statement.reset()
    statement.clearBindings()
    if let latest { keep(latest) }
    latest = statement
  }

  func removeAll() {
    latest = nil
    entries.removeAll()
  }

  private func keep(_ statement: Statement) {
    guard limit > 1 else { return }
    clock += 1
    if entries.count >= limit - 1, entries[statement.sql] == nil {
      removeOldest()
    }
    entries[statement.sql] = (statement, clock)
  }

  private func removeOldest() {
    guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    entries[oldest.key] = nil
  }
}

extension Connection {
  /// Lends a statement that is compiled once and kept; afterwards it is reset and its values are cleared.
  ///
  /// ```
  /// try connection.withStatement("SELECT Z_PK FROM ZTASK WHERE ZUUID = ?") { statement throws(SQLiteError) in
  ///   try statement.bind(uuid, at: 1)
  ///   return try statement.step() ? statement.integer(at: 0) : nil
  /// }
  /// ```
  package func withStatement<Result, Failure: SQLiteFailure>(
    _ sql: String, _ body: (Statement) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let statement = try borrowStatement(sql, as: Failure.self)
    defer { cache.giveBack(statement) }
    return try body(statement)
  }

  private func borrowStatement<Failure: SQLiteFailure>(
    _ sql: String, as failure: Failure.Type
  ) throws(Failure) -> Statement {
    if let kept = cache.take(sql) { return kept }
    do throws(SQLiteError) {
      return try Statement(sql, handle: handle, isKept: true)
    } catch {
      throw Failure(error)
    }
  }
}
