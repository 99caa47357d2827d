import FoundationEssentials
public import ObjectGraph

extension PersistentStoreType {
  /// A store in one SQLite file, laid out as Core Data lays it out; see `SQLiteStore`.
  public static let sqlite = PersistentStoreType(name: "SQLite") { (model, description) throws(StoreError) in
    guard let url = description.url else { throw .open(reason: "an SQLite store needs the URL of its file") }
    guard url.isFileURL else { throw .open(reason: "\(url) is not the URL of a file") }
    let options = try SQLiteStore.Options(description.options)
    return try SQLiteStore(
      path: url.path(percentEncoded: false), model: model, configuration: description.configuration,
      options: options)
  }
}

extension SQLiteStore.Options {
  /// What options that hold for all stores mean for this one.
  ///
  /// - Throws: `StoreError.open` for a timeout that is no number of seconds, and for pragmas that cannot be
  ///   set.
  init(_ options: PersistentStoreOptions) throws(StoreError) {
    self.init(
      isReadOnly: options.isReadOnly, migration: Migration(options), sourceModels: options.sourceModels)
    if let timeout = options.timeout { busyTimeout = try Self.milliseconds(timeout) }
    // By name, so that of several mistakes the same one is reported each time.
    for (name, value) in options.sqlitePragmas.sorted(by: { $0.key < $1.key }) { try set(name, to: value) }
  }

  private static func milliseconds(_ timeout: Double) throws(StoreError) -> Int {
    guard timeout >= 0 else { throw .open(reason: "a timeout must be 0 seconds or more, not \(timeout)") }
    return Int(min((timeout * 1_000).rounded(.up), Double(Int32.max)))
  }

  private mutating func set(_ pragma: String, to value: String) throws(StoreError) {
    switch (pragma.lowercased(), value.uppercased()) {
    case ("synchronous", "FULL"), ("synchronous", "2"): synchronous = .full
    case ("synchronous", "NORMAL"), ("synchronous", "1"): synchronous = .normal
    case ("journal_mode", "WAL"): break
    case ("synchronous", _), ("journal_mode", _):
      throw .open(reason: "the pragma \(pragma) of a store cannot be \(value)")
    default: throw .open(reason: "the pragma \(pragma) of a store cannot be set")
    }
  }
}

extension SQLiteStore.Options.Migration {
  fileprivate init(_ options: PersistentStoreOptions) {
    self =
      switch (options.shouldMigrateStoreAutomatically, options.shouldInferMappingModelAutomatically) {
      case (false, _): .never
      case (true, false): .explicit
      case (true, true): options.allowsLossyMigration ? .lossy : .automatic
      }
  }
}
