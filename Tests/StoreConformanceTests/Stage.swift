import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// A store of one kind on which steps are played; what they end with is told in words that hold for every store.
final class Stage {
  private let fixture: Fixture
  private let contexts: [ManagedObjectContext]
  /// What the eight objects of the steps are at the moment.
  private var objects: [ObjectID?] = Array(repeating: nil, count: 8)
  /// The number of each insertion.
  private var numbers: [ObjectID: Int] = [:]

  init(_ kind: StoreKind) throws {
    fixture = try Fixture(kind)
    contexts = [fixture.context("first"), fixture.context("second")]
    for slot in objects.indices {
      objects[slot] = try contexts[0].insert(fixture.item, values: fixture.item.defaultRow)
    }
    try contexts[0].save()
  }

  /// Plays a step.
  ///
  /// - Returns: how it ended, and everything that both contexts show after it.
  func play(_ step: Step) throws -> String {
    let context = contexts[step.context]
    var ending: String
    do throws(StoreError) {
      ending = try perform(step, in: context)
    } catch {
      ending = describe(error)
      // A change that cannot be saved would end every history; so it is given up now and then.
      if case .save = step.action, step.object.isMultiple(of: 2) { context.rollback() }
    }
    for context in contexts { ending += try " | " + shown(by: context) }
    return ending
  }

  private func perform(_ step: Step, in context: ManagedObjectContext) throws(StoreError) -> String {
    let item = fixture.item
    switch step.action {
    case .insert(let values):
      let objectID = try context.insert(item, values: item.row(values))
      objects[step.object] = objectID
      numbers[objectID] = numbers.count
      return "inserted"
    case .update(let values, let version):
      guard let objectID = objects[step.object] else { return "nothing" }
      let changes = item.changes(values).sorted { $0.column < $1.column }
      return "updated " + describe(try context.update(objectID, changes, expectedVersion: version))
    case .delete(let version):
      guard let objectID = objects[step.object] else { return "nothing" }
      return "deleted " + describe(try context.delete(objectID, expectedVersion: version))
    case .refresh(let keepChanges):
      guard let objectID = objects[step.object] else { return "nothing" }
      let shown = try context.refresh([objectID], keepChanges: keepChanges)
      return "refreshed " + shown.map(describe).joined(separator: " ")
    case .save:
      let result = try context.save()
      let notice = result.notice.map { describe($0) } ?? "nothing"
      return "saved \(result.insertedCount) \(result.updatedCount) \(result.deletedCount) " + notice
    case .rollback:
      context.rollback()
      return "rolled back"
    }
  }

  /// Everything a context shows, after a look at whether it agrees with itself.
  private func shown(by context: ManagedObjectContext) throws -> String {
    let rows = try context.fetch(StoreQuery(entity: fixture.item))
    let snapshots = (0..<rows.count).map { rows.snapshot($0, of: fixture.item, in: fixture.store.identifier) }
    for snapshot in snapshots {
      #expect(try context.snapshot(snapshot.objectID).values == snapshot.values)
    }
    #expect(try context.count(StoreQuery(entity: fixture.item)) == rows.count)
    let (counts, changes) = (context.changeCounts, context.changes)
    #expect(counts.inserted == changes.inserted.count && counts.updated == changes.updated.count)
    #expect(counts.deleted == changes.deleted.count)
    return snapshots.map(describe).joined(separator: " ")
  }
}

// MARK: - In words

extension Stage {
  private func describe(_ objectID: ObjectID) -> String {
    objectID.primaryKey.map { "p\($0)" } ?? numbers[objectID].map { "t\($0)" } ?? "unknown"
  }

  private func describe(_ snapshot: ObjectSnapshot) -> String {
    let names = ["code", "left", "right", "title"]
    let values = names.map { name in describe(snapshot.values[fixture.item.column(name)]) }
    return describe(snapshot.objectID) + "v\(snapshot.version)(" + values.joined(separator: ",") + ")"
  }

  private func describe(_ value: AttributeValue) -> String {
    switch value {
    case .null: "-"
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: "\(value)"
    }
  }

  private func describe(_ notice: CommitNotice) -> String {
    let parts = [notice.inserted, notice.updated, notice.deleted].map {
      $0.map(describe).joined(separator: " ")
    }
    return "\(notice.number): " + parts.joined(separator: " / ")
  }

  private func describe(_ error: StoreError) -> String {
    switch error {
    case .invalid(let failures):
      "invalid " + failures.map { describe($0.objectID) + $0.property }.joined(separator: " ")
    case .conflict(let conflicts):
      "conflict "
        + conflicts.map { conflict in
          let sides = [conflict.yours, conflict.theirs, conflict.base].map { $0.map(describe) ?? "-" }
          return "\(describe(conflict.objectID)) \(conflict.columns) \(sides)"
        }.joined(separator: " ")
    case .constraint(let conflict):
      "constraint \(describe(conflict.objectID)) \(describe(conflict.existingObjectID)) "
        + "\(conflict.constraint) \(conflict.values.map(describe))"
    case .version(let conflict):
      "version \(describe(conflict.objectID)) \(conflict.expected) \(conflict.actual.map(describe) ?? "-")"
    case .objectNotFound(let objectID): "notFound \(describe(objectID))"
    default: "\(error)"
    }
  }
}
