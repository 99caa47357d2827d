import JSON
import JSONRPC
import ObjectGraph
import TaskServer

/// `objwire replay FILE`: runs a recorded conversation again on a copy of its store, and says whether it went
/// the same.
struct ReplayCommand: ShellCommand {
  private let path: String
  /// The store to copy; nil for the one that the recording began with.
  private let store: String?

  init(words: [String], storage: ServerConfiguration.Storage?) throws(UsageError) {
    guard let path = words.first else {
      throw UsageError(message: "replay wants FILE; see objwire help replay")
    }
    self.path = path
    if case .file(let store) = storage { self.store = store } else { store = nil }
  }

  func run(_ shell: Shell) throws(ShellError) {
    let recording = try Recording(path: path)
    let plan = ReplayPlan(recording.entries)
    let place = try ReplayStore(of: recording, chosen: store)
    defer { place.remove() }
    let transport = MemoryTransport()
    let seeds = ReplaySeeds()
    let server = try open(recording, place, transport, seeds)
    defer { _ = server.close() }
    let names = try compareBeginnings(recording, server, shell)
    if recording.header.timeZone == nil {
      shell.tell(
        "objwire: note: the recording's time zone has no name; times without an offset are in this system's\n"
      )
    }
    let replayer = Replayer(
      plan, server: server, transport: transport, seeds: seeds, storeNames: names)
    if let mismatch = replayer.run() {
      try shell.print(line: Self.text(mismatch))
      throw .failed([])
    }
    try shell.print(line: Self.summary(replayer.comparedCount, plan.unansweredCount))
  }

  private func open(
    _ recording: Recording, _ place: ReplayStore, _ transport: MemoryTransport, _ seeds: ReplaySeeds
  ) throws(ShellError) -> Server {
    var configuration = ServerConfiguration()
    configuration.model = try recording.model()
    configuration.storage = place.storage
    configuration.isReadOnly = recording.header.readOnly
    configuration.savesAutomatically = recording.header.autosave
    configuration.timeZone = recording.header.timeZone
    configuration.messageLimit = recording.header.messageLimit
    configuration.busyTimeout = recording.header.busyTimeout
    // The copy is thrown away.
    configuration.durability = .normal
    do throws(StoreError) {
      return try Server(
        configuration: configuration, outbox: transport.outbox, log: .silent, seeds: seeds)
    } catch {
      throw .store(error)
    }
  }

  /// Says it if the store is not as it was; gives its UUID then and now.
  private func compareBeginnings(
    _ recording: Recording, _ server: Server, _ shell: Shell
  ) throws(ShellError) -> (String, String) {
    let then = recording.header.store
    let now: RecordingHeader.Store
    do throws(StoreError) {
      now = try server.recordingHeader(started: "", isNew: false, copy: nil).store
    } catch {
      throw .store(error)
    }
    let (old, new) = (Self.text(then.counts), Self.text(now.counts))
    if old != new {
      shell.tell("objwire: note: the recording began with \(old), this store has \(new)\n")
    } else if !then.isNew, then.uuid != now.uuid {
      shell.tell("objwire: note: the recording was made with another store\n")
    }
    return (then.uuid, now.uuid)
  }
}

// MARK: - Words

extension ReplayCommand {
  /// Bytes of a message that are shown, at most.
  private static let shownLimit = 2_000

  private static func text(_ counts: WireMap<Int>) -> String {
    counts.members.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
  }

  private static func summary(_ count: Int, _ unansweredCount: Int) -> String {
    let rest = unansweredCount == 0 ? "" : "; \(unansweredCount) had none in the recording"
    return (count == 1 ? "1 reply agrees" : "\(count) replies agree") + rest
  }

  private static func text(_ mismatch: Replayer.Mismatch) -> String {
    let difference = mismatch.difference
    let place = difference.pointer.isEmpty ? "" : " at \(difference.pointer)"
    let lines = [
      "\(mismatch.subject) differs\(place)",
      "  recorded: \(shown(difference.recorded))",
      "  now:      \(shown(difference.new))",
    ]
    let whole = [
      mismatch.request.map { "request:        \(shown($0))" },
      "recorded \(mismatch.request == nil ? "params" : "reply ") \(shown(mismatch.recorded))",
      "new      \(mismatch.request == nil ? "params" : "reply ") \(shown(mismatch.new))",
    ]
    return (lines + whole.compactMap(\.self)).joined(separator: "\n")
  }

  private static func shown(_ value: JSONValue?) -> String { value.map { shown($0.text) } ?? "nothing" }

  private static func shown(_ text: String) -> String {
    guard text.utf8.count > shownLimit else { return text }
    return String(decoding: text.utf8.prefix(shownLimit), as: UTF8.self) + "… (\(text.utf8.count) bytes)"
  }
}
