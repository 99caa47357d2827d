import ObjectGraph
import PredicateLanguage
import TestSupport

/// The same objects where SQL answers for them, and where they are looked at in memory.
struct PredicateTwins {
  /// Stages that must all give the same answers, and the objects on them.
  struct State {
    let name: String
    let world: PredicateWorld
    let stages: [PredicateStage]
  }

  let states: [State]

  /// Objects as they are saved, and the same with half of them changed.
  init(_ random: inout SeededGenerator) throws {
    let model = try PredicateWorldModel.make()
    let world = PredicateWorld.random(&random)
    var changedWorld = world
    let edits = changedWorld.edits(&random)
    func stage(_ name: String, _ kind: StoreKind) throws -> PredicateStage {
      let stage = try PredicateStage(name, kind, model)
      try stage.make(world)
      return stage
    }
    let saved = try stage("SQL", .sqlite)
    try saved.save()
    let memory = try stage("memory", .inMemory)
    try memory.save()
    let unsaved = try stage("unsaved", .sqlite)
    var changed: [PredicateStage] = []
    for (name, kind) in [("SQL", StoreKind.sqlite), ("memory", .inMemory), ("dirty", .sqlite)] {
      let stage = try stage(name, kind)
      try stage.save()
      try stage.apply(edits)
      if name != "dirty" { try stage.save() }
      changed.append(stage)
    }
    states = [
      State(name: "saved", world: world, stages: [saved, memory, unsaved]),
      State(name: "changed", world: changedWorld, stages: changed),
    ]
  }
}

extension PredicateTwins.State {
  /// What the stages say of a predicate.
  enum Answer: Equatable {
    /// How many objects were tested, how many fit.
    case same(tested: Int, found: Int)
    case refused(PredicateTextError)
    case different(String)
  }

  /// Asks all stages.
  ///
  /// - Parameter sort: how the objects are ordered where a part of them is asked for.
  func answer(_ predicate: WrittenPredicate, of entity: String, sort: SortDescriptor, window: (Int, Int))
    throws
    -> Answer
  {
    var answers: [Set<String>] = []
    for stage in stages {
      do throws(PredicateTextError) {
        let found = try labels(stage, predicate, entity, sort, window)
        switch found {
        case .success(let labels): answers.append(labels)
        case .failure(let complaint): return .different("\(stage.name): \(complaint.text)")
        }
      } catch {
        // Whether a predicate can be understood is no matter of what is stored.
        guard answers.isEmpty else { return .different("\(stage.name) alone refuses: \(error.message)") }
        return .refused(error)
      }
    }
    for (stage, labels) in zip(stages, answers).dropFirst() where labels != answers[0] {
      return .different(describe(stage, labels, answers[0]))
    }
    return .same(tested: world.labels(of: entity).count, found: answers[0].count)
  }

  private struct Complaint: Error {
    let text: String
  }

  /// The objects that one stage finds, after a look at whether its count and its windows agree with them.
  private func labels(
    _ stage: PredicateStage, _ predicate: WrittenPredicate, _ entity: String, _ sort: SortDescriptor,
    _ window: (Int, Int)
  ) throws(PredicateTextError) -> Result<Set<String>, Complaint> {
    do {
      var request = try stage.request(entity, predicate)
      let found = try stage.labels(request)
      let count = try stage.count(request)
      guard count == found.count, Set(found).count == count else {
        return .failure(Complaint(text: "fetch finds \(found), count says \(count)"))
      }
      request.sortDescriptors = [sort]
      let whole = try stage.labels(request)
      guard Set(whole) == Set(found), whole.count == count else {
        return .failure(Complaint(text: "sorted by \(sort.key) it finds \(whole), otherwise \(found)"))
      }
      (request.fetchOffset, request.fetchLimit) = window
      let part = try stage.labels(request)
      guard part == Array(whole.dropFirst(window.0).prefix(window.1)) else {
        return .failure(Complaint(text: "\(window) of \(whole) by \(sort.key) is \(part)"))
      }
      return .success(Set(found))
    } catch let error as PredicateTextError {
      throw error
    } catch StoreError.predicate(let error) {
      throw error
    } catch {
      return .failure(Complaint(text: "\(error)"))
    }
  }

  private func describe(_ stage: PredicateStage, _ labels: Set<String>, _ first: Set<String>) -> String {
    let rows = labels.symmetricDifference(first).sorted()
    let row = rows[0]
    let values = world.objects.first { $0.label == row }.map { "\($0.values)" } ?? "unknown"
    return """
      \(stages[0].name) says \(first.contains(row)) of \(row), \(stage.name) says \(labels.contains(row)) \
      (\(rows.count) rows differ); its values at first: \(values)
      """
  }
}
