import JSON
import TaskServer

/// Finds everything that is wrong with tasks that cannot be imported, by adding them to a store in memory:
/// together, and where that fails each alone.
struct ImportTrial {
  private let source: TaskSource
  private let session: TaskSession

  /// Tasks that are sent together: few, since a wrong one costs a request for each.
  private static let portion = 500

  /// A task that could be added.
  private struct Added {
    let place: TaskSource.Place
    let uuid: String
    let objectID: String

    /// - Parameter object: a reference to the task.
    init(_ place: TaskSource.Place, _ object: JSONValue) {
      self.place = place
      uuid = object["uuid"]?.string ?? ""
      objectID = object["$objectID"]?.string ?? ""
    }
  }

  init(_ source: TaskSource, _ configuration: ServerConfiguration) throws(ShellError) {
    self.source = source
    var trial = configuration
    trial.storage = .inMemory
    trial.isReadOnly = false
    session = try TaskSession(trial)
  }

  /// What is wrong with each task; empty if nothing is.
  ///
  /// - Parameter store: where uuids may be taken already.
  func complaints(store: TaskSession) throws(ShellError) -> [TaskSource.Complaint] {
    var complaints: [TaskSource.Complaint] = []
    var added: [Added] = []
    var rest = source.entries[...]
    while !rest.isEmpty {
      let portion = rest.prefix(Self.portion)
      rest = rest.dropFirst(Self.portion)
      if let whole = try add(portion) {
        added += whole
      } else {
        try addEach(portion, &added, &complaints)
      }
    }
    complaints += Self.duplicates(added)
    complaints += try taken(added, store)
    complaints += missingValues(added)
    _ = try session.call("context.rollback")
    return complaints
  }

  /// Adds tasks together; nil if one of them is wrong.
  private func add(_ entries: ArraySlice<TaskSource.Entry>) throws(ShellError) -> [Added]? {
    let result: ArraySlice<UInt8>
    do throws(ShellError) {
      result = try session.call("task.add") { writer in
        writer.append(#"{"objects":["#)
        for entry in entries {
          writer.element()
          writer.append(source.text(entry))
        }
        writer.append("]}")
      }
    } catch {
      guard case .request = error else { throw error }
      return nil
    }
    let objects = try Self.value(result)["objects"]?.array ?? []
    return zip(entries, objects).map { Added($0.place, $1) }
  }

  /// Adds tasks one by one.
  private func addEach(
    _ entries: ArraySlice<TaskSource.Entry>, _ added: inout [Added],
    _ complaints: inout [TaskSource.Complaint]
  ) throws(ShellError) {
    let requests = entries.map { entry in
      TaskSession.request(1, "task.add") { writer in
        writer.append(#"{"objects":["#)
        writer.append(source.text(entry))
        writer.append("]}")
      }
    }
    let replies = session.exchange(requests).split(separator: UInt8(ascii: "\n"))
    for (entry, line) in zip(entries, replies) {
      let reply = try Self.value(line)
      if let reference = reply["result"]?["objects"]?.array?.first {
        added.append(Added(entry.place, reference))
      } else {
        let sentence = RequestFailure(reply["error"] ?? .null).sentence
        complaints.append(TaskSource.Complaint(place: entry.place, sentence: sentence))
      }
    }
  }

  private static func value(_ text: ArraySlice<UInt8>) throws(ShellError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: text.span)
    } catch {
      throw .failed("a reply cannot be read: \(error)")
    }
  }

  /// Tasks whose uuid an earlier one of the file has.
  private static func duplicates(_ added: [Added]) -> [TaskSource.Complaint] {
    var first: [ExactKey: TaskSource.Place] = [:]
    return added.compactMap { task in
      guard let place = first[ExactKey(task.uuid)] else {
        first[ExactKey(task.uuid)] = task.place
        return nil
      }
      let earlier =
        switch place {
        case .line(let number): "line \(number)"
        case .index(let index): "index \(index)"
        }
      return TaskSource.Complaint(
        place: task.place, sentence: "the uuid \(TerminalText.printable(task.uuid)) stands in \(earlier), too"
      )
    }
  }

  /// Tasks whose uuid a task of the store has.
  private func taken(_ added: [Added], _ store: TaskSession) throws(ShellError) -> [TaskSource.Complaint] {
    let uuids = try store.tasks(uuids: added.map(\.uuid)).texts(TaskField.uuid.rawValue)
    let taken = Set(uuids.map(ExactKey.init))
    return added.filter { taken.contains(ExactKey($0.uuid)) }.map { task in
      TaskSource.Complaint(
        place: task.place,
        sentence: "the store has a task with the uuid \(TerminalText.printable(task.uuid)) already")
    }
  }

  /// What a save would refuse.
  private func missingValues(_ added: [Added]) -> [TaskSource.Complaint] {
    let places = Dictionary(added.map { ($0.objectID, $0.place) }) { first, _ in first }
    do throws(ShellError) {
      _ = try session.call("context.save")
    } catch {
      guard case .request(let error) = error, error["data"]?["kind"] == "validation" else { return [] }
      return (error["data"]?["errors"]?.array ?? []).map { failure in
        TaskSource.Complaint(
          place: failure["objectID"]?.string.flatMap { places[$0] },
          sentence: "\(failure["property"]?.string ?? "a property") is required and has no value")
      }
    }
    return []
  }
}
