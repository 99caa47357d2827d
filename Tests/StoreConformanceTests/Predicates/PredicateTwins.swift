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

  /// A predicate, and what else is asked with it.
  struct Question {
    var entity: String
    var phrase: Phrase
    var includesSubentities: Bool
    /// How the objects are ordered, and which of them are wanted then; nil to ask for the set alone.
    var window: (sort: SortDescriptor, offset: Int, limit: Int)?

    init(_ phrases: inout RandomPhrase) {
      entity = phrases.random.pick(PredicateWorldSchema.names)
      phrase = phrases.next(on: entity)
      includesSubentities = entity != "Box" || !phrases.random.chance(4)
      guard phrases.random.chance(3) else { return }
      let key = phrases.random.pick(PredicateWorldSchema.shared[entity].attributes).name
      let sort = SortDescriptor(key, ascending: phrases.random.chance(2))
      window = (sort, Int(phrases.random.next() % 5), Int(phrases.random.next() % 9 + 1))
    }
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
  func answer(_ question: PredicateTwins.Question) throws -> Answer {
    let predicate = question.phrase.written
    if let complaint = Self.reading(predicate.text) { return .different(complaint) }
    var answers: [Set<String>] = []
    for stage in stages {
      do throws(PredicateTextError) {
        switch try labels(stage, predicate, question) {
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
    let tested =
      question.includesSubentities
      ? world.labels(of: question.entity).count : world.objects.count { $0.entity == question.entity }
    return .same(tested: tested, found: answers[0].count)
  }

  private struct Complaint: Error {
    let text: String
  }

  /// What is wrong with a predicate that is written out and read again; nil if nothing is.
  private static func reading(_ text: String) -> String? {
    guard let tree = try? ParsedPredicate(parsing: text) else { return nil }
    return (try? ParsedPredicate(parsing: tree.format)) == tree ? nil : "it is printed as \(tree.format)"
  }

  /// The objects that one stage finds, after a look at whether its count and its windows agree with them.
  private func labels(
    _ stage: PredicateStage, _ predicate: WrittenPredicate, _ question: PredicateTwins.Question
  ) throws(PredicateTextError) -> Result<Set<String>, Complaint> {
    do {
      var request = try stage.request(question.entity, predicate)
      request.includesSubentities = question.includesSubentities
      let found = try stage.labels(request)
      let count = try stage.count(request)
      guard count == found.count, Set(found).count == count else {
        return .failure(Complaint(text: "fetch finds \(found), count says \(count)"))
      }
      guard let (sort, offset, limit) = question.window else { return .success(Set(found)) }
      request.sortDescriptors = [sort]
      let whole = try stage.labels(request)
      guard Set(whole) == Set(found), whole.count == count else {
        return .failure(Complaint(text: "sorted by \(sort.key) it finds \(whole), otherwise \(found)"))
      }
      (request.fetchOffset, request.fetchLimit) = (offset, limit)
      let part = try stage.labels(request)
      guard part == Array(whole.dropFirst(offset).prefix(limit)) else {
        return .failure(Complaint(text: "\(limit) from \(offset) of \(whole) by \(sort.key) are \(part)"))
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
