import FoundationEssentials
import JSON
import ObjectGraph
import SQLiteStore
import TaskServer

/// What `objwire doctor` finds.
struct Checkup {
  enum Status: String {
    case ok
    /// Nothing is broken, but somebody may want to know.
    case notice
    case failed
  }

  struct Finding {
    let name: String
    let status: Status
    /// For people; may have several lines.
    let detail: String
  }

  /// Bytes free on the store's medium below which saves are about to fail: 16 MiB.
  private static let leastFreeBytes = 16 << 20
  /// Bytes of a log that is unusually long, since it is emptied at 4 MiB unless a reader holds it: 64 MiB.
  private static let longLogBytes = 64 << 20

  private(set) var findings: [Finding] = []
  /// The same in numbers, for programs.
  private(set) var facts: JSONObject = [
    "version": .string(Server.version), "protocolVersion": .string(Server.protocolVersion),
  ]

  var isHealthy: Bool { findings.allSatisfy { $0.status != .failed } }

  init(_ configuration: ServerConfiguration, origin: String) {
    guard case .file(let path) = configuration.storage else {
      note("objwire", .ok, "\(Server.version), protocol \(Server.protocolVersion)")
      note("store", .ok, "kept in memory for the life of the process only (\(origin))")
      noteModel(configuration)
      return
    }
    let examination = StoreHealth.examine(path: path, configuration)
    let sqlite = examination?.sqliteVersion ?? ""
    facts["sqliteVersion"] = .string(sqlite)
    note("objwire", .ok, "\(Server.version), protocol \(Server.protocolVersion), SQLite \(sqlite)")
    let whole = URL(filePath: path).path
    facts["store"] = .string(whole)
    facts["storeOrigin"] = .string(origin)
    note("store", .ok, "\(whole) (\(origin))")
    noteModel(configuration)
    if let size = noteFile(path) {
      if size > 0, let examination { note(examination, path, configuration) }
      noteLog(path)
      noteUsers(path)
    }
    noteRoom(path)
  }

  private mutating func note(_ name: String, _ status: Status, _ detail: String) {
    findings.append(Finding(name: name, status: status, detail: detail))
  }
}

// MARK: - The file

extension Checkup {
  /// Where a model that is not built in comes from, and whether stores can hold its objects.
  private mutating func noteModel(_ configuration: ServerConfiguration) {
    guard let model = configuration.model else { return }
    let places = configuration.modelPaths.map { URL(filePath: $0).path }
    facts["models"] = .array(places.map { .string($0) })
    facts["entities"] = .array(model.entities.map { .string($0.name) })
    let names = places.joined(separator: "\n")
    guard let complaint = StoreHealth.complaint(about: model) else {
      return note("model files", .ok, "\(names)\n\(Self.count(of: model))")
    }
    note("model files", .failed, "\(names)\n\(complaint)")
  }

  private static func count(of model: ManagedObjectModel) -> String {
    model.entities.count == 1 ? "1 entity" : "\(model.entities.count) entities"
  }

  /// - Returns: its bytes; nil if there is no file to look into.
  private mutating func noteFile(_ path: String) -> Int? {
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch {
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      note(
        "file", isMissing ? .ok : .failed,
        isMissing
          ? "not there yet; the first task makes it"
          : "it cannot be looked at: \(FileFailure.reason(error) ?? "the system does not say why")")
      return nil
    }
    guard attributes[.type] as? FileAttributeType != .typeDirectory else {
      note("file", .failed, "it is a directory")
      return nil
    }
    let size = Self.integer(attributes[.size]) ?? 0
    let mode = Self.integer(attributes[.posixPermissions]) ?? 0
    facts["bytes"] = .integer(Int64(size))
    let isPrivate = mode & 0o077 == 0
    let isWritable = FileManager.default.isWritableFile(atPath: path)
    let detail = "\(size) bytes, mode \(String(mode, radix: 8))"
    note(
      "file", isPrivate && isWritable ? .ok : .notice,
      detail + (isPrivate ? "" : "; others may look into it") + (isWritable ? "" : "; it can only be read"))
    return size
  }

  private mutating func note(
    _ examination: StoreExamination, _ path: String, _ configuration: ServerConfiguration
  ) {
    if let failure = examination.failure {
      return note("integrity", .failed, failure)
    }
    note(
      "integrity", examination.damages.isEmpty ? .ok : .failed,
      examination.damages.isEmpty ? "every page is sound" : examination.damages.joined(separator: "\n"))
    switch examination.differingEntities {
    case nil: note("model", .failed, "an SQLite database, but no store of objects")
    case []?: note("model", .ok, "the version hashes fit")
    case let entities?: noteMigration(of: entities, path, configuration)
    }
    if let dangling = examination.census?.dangling, !dangling.isEmpty {
      let lines = dangling.map { "\($0.relationship): \($0.count) lead to objects that are not there" }
      note("references", .notice, lines.joined(separator: "\n"))
    }
    switch examination.lock {
    case .free: note("lock", .ok, "free")
    case .held: note("lock", .notice, "another process is saving at this moment")
    case .unknown(let reason): note("lock", .notice, "not tried: \(reason)")
    }
  }

  /// Opening an older store is nothing to be afraid of, unless something would be lost.
  private mutating func noteMigration(
    of entities: [String], _ path: String, _ configuration: ServerConfiguration
  ) {
    let differences = "another model; these entities differ: \(entities.joined(separator: ", "))"
    do throws(StoreError) {
      guard let plan = try StoreHealth.migrationPlan(path: path, configuration) else {
        return note("model", .failed, differences)
      }
      facts["migrationPlan"] = .object(plan.json)
      let losses = plan.losses.map { "would throw away \($0)" }
      let beginning =
        losses.isEmpty ? "an older model; opening the store will" : "an older model; --migrate lossy"
      note(
        "model", losses.isEmpty ? .notice : .failed,
        ([beginning] + plan.steps.map(\.description) + losses).joined(separator: "\n"))
    } catch .migration(let failure) {
      note("model", .failed, StoreHealth.sentence(failure))
    } catch {
      note("model", .failed, differences)
    }
  }

  private mutating func noteLog(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    let size = Self.integer(attributes?[.size]) ?? 0
    facts["logBytes"] = .integer(Int64(size))
    note(
      "log", size < Self.longLogBytes ? .ok : .notice,
      size == 0 ? "empty" : "\(size) bytes wait in the write-ahead log, which is part of the store")
  }

  private mutating func noteUsers(_ path: String) {
    let users = StoreUsers.find(path)
    facts["processes"] = .array(users.map { .integer(Int64($0.identifier)) })
    let names = users.map { "\($0.name) (process \($0.identifier))" }
    note("processes", .ok, names.isEmpty ? "nobody has it open" : names.joined(separator: "\n"))
  }

  /// Looks at the nearest directory that is there.
  private mutating func noteRoom(_ path: String) {
    var directory = URL(filePath: path).deletingLastPathComponent()
    while directory.path.count > 1, !FileManager.default.fileExists(atPath: directory.path) {
      directory = directory.deletingLastPathComponent()
    }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory.path)
    guard let bytes = Self.integer(attributes?[.systemFreeSize]) else {
      return note("room", .notice, "cannot be told")
    }
    facts["freeBytes"] = .integer(Int64(bytes))
    let isWritable = FileManager.default.isWritableFile(atPath: directory.path)
    note(
      "room", bytes >= Self.leastFreeBytes ? isWritable ? .ok : .notice : .failed,
      "\(bytes >> 20) MiB free" + (isWritable ? "" : "; \(directory.path) cannot be written"))
  }

  /// FoundationEssentials gives the attributes of files in integers of several types.
  private static func integer(_ value: Any?) -> Int? {
    (value as? any BinaryInteger).map { Int(clamping: $0) }
  }
}
