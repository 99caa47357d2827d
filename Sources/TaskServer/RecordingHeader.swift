package import JSON
package import JSONRPC
package import ObjectGraph

/// The first line of a recording: what is needed to run the client's side again.
package struct RecordingHeader: WireShape {
  /// The version of this form of recordings.
  package static let currentVersion = 1

  /// `currentVersion` when it was made.
  package var recording: Int
  /// The server's version.
  package var version: String
  /// The version of the interface that it spoke.
  package var protocolVersion: String
  /// RFC 3339, UTC.
  package var started: String
  /// `--framing`.
  package var framing: String
  /// The name of the zone of times without an offset; nil if it has none.
  package var timeZone: String?
  /// `--autosave`.
  package var autosave: Bool
  /// `--read-only`.
  package var readOnly: Bool
  /// `--max-message`, in bytes.
  package var messageLimit: Int
  /// `--busy-timeout`, in milliseconds.
  package var busyTimeout: Int
  /// The model in its JSON form; nil for the built-in one.
  package var model: JSONValue?
  /// The store as it was before the first message.
  package var store: Store

  /// Members that nobody declared are left to later versions.
  package static let shape = Shape(
    Self.init(
      recording:version:protocolVersion:started:framing:timeZone:autosave:readOnly:messageLimit:busyTimeout:
      model:store:),
    Field("recording", "1, the version of this form.") { $0.recording },
    Field("version", "The server's version.") { $0.version },
    Field("protocolVersion", "The version of this interface.") { $0.protocolVersion },
    Field("started", "When it began.") { $0.started },
    Field("framing", "`--framing`: `auto`, `line` or `header`.") { $0.framing },
    Field("timeZone", "The zone of times without an offset; absent if it has no name.") { $0.timeZone },
    Field("autosave", "Whether `--autosave` was given.") { $0.autosave },
    Field("readOnly", "Whether `--read-only` was given.") { $0.readOnly },
    Field("messageLimit", "`--max-message`.") { $0.messageLimit },
    Field("busyTimeout", "`--busy-timeout`.") { $0.busyTimeout },
    Field("model", "The model in its JSON form; absent for the built-in one.") { $0.model },
    Field("store", "The store as it was at the beginning.") { $0.store }
  ).ignoringUnknownMembers()

  /// A store at the beginning of a recording.
  package struct Store: WireShape {
    /// `SQLite` or `InMemory`.
    package var type: String
    /// The host part of its object IDs.
    package var uuid: String
    /// Whether it was made for this conversation.
    package var isNew: Bool
    /// Saved objects by entity.
    package var counts: WireMap<Int>
    /// The name of a copy in the recording's folder; nil for a new store.
    package var copy: String?

    /// Members that nobody declared are left to later versions.
    package static let shape = Shape(
      Self.init(type:uuid:isNew:counts:copy:),
      Field("type", "`SQLite` or `InMemory`.") { $0.type },
      Field("uuid", "The store's UUID.") { $0.uuid },
      Field("isNew", "Whether it was made for this conversation.") { $0.isNew },
      Field("counts", "Saved objects by entity.") { $0.counts },
      Field("copy", "A copy of it, a file beside the recording; absent for a new store.") { $0.copy }
    ).ignoringUnknownMembers()
  }
}

extension Server {
  /// The first line of a recording of this server, which must not have answered anything yet.
  ///
  /// - Parameters:
  ///   - started: RFC 3339, UTC.
  ///   - isNew: whether the store was made by this server.
  ///   - copy: the name of the copy of a store that is not new.
  /// - Throws: `StoreError` if the store cannot be read.
  package func recordingHeader(
    started: String, isNew: Bool, copy: String?
  ) throws(StoreError) -> RecordingHeader {
    let summary = StoreSummary(self)
    return RecordingHeader(
      recording: RecordingHeader.currentVersion, version: Self.version,
      protocolVersion: Self.protocolVersion, started: started, framing: configuration.framing.rawValue,
      timeZone: TimeZoneSearch(name: configuration.timeZone).foundName,
      autosave: configuration.savesAutomatically,
      readOnly: configuration.isReadOnly, messageLimit: configuration.messageLimit,
      busyTimeout: configuration.busyTimeout,
      model: configuration.model.flatMap { try? JSONValue(parsing: $0.jsonText) },
      store: .init(
        type: summary.type, uuid: summary.uuid, isNew: isNew, counts: try savedCounts(), copy: copy))
  }
}
