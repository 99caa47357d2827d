import ObjectGraph
import PredicateLanguage
import Testing

/// What predicates mean, case by case, for saved and unsaved objects.
///
/// Every predicate is also written out and read again, which must change neither the tree nor the answer.
@Suite struct PredicateAnswerTests {
  private static func stages() throws -> [PredicateStage] {
    let model = try AnswerModel.make()
    let kinds: [(String, StoreKind)] = [("SQL", .sqlite), ("memory", .inMemory), ("unsaved", .sqlite)]
    return try kinds.map { name, kind in
      let stage = try PredicateStage(name, kind, model)
      try stage.make(AnswerObjects.world)
      if name != "unsaved" { try stage.save() }
      return stage
    }
  }

  @Test(arguments: AnswerTable.all)
  func `the answer is that of the documents`(table: AnswerTable) throws {
    let stages = try Self.stages()
    for answer in table.answers {
      do {
        let tree = try ParsedPredicate(parsing: answer.predicate.text)
        let format = tree.format
        let again = Result { try ParsedPredicate(parsing: format) }
        #expect((try? again.get()) == tree, "\(answer.predicate.text) → \(format): \(again)")
        var rewritten = answer.predicate
        rewritten.text = format
        for stage in stages {
          try check(answer, answer.predicate, on: stage)
          try check(answer, rewritten, on: stage)
        }
      } catch {
        Issue.record("\(answer.entity): \(answer.predicate.text) → \(error)")
      }
    }
  }

  private func check(_ answer: Answer, _ predicate: WrittenPredicate, on stage: PredicateStage) throws {
    let request = try stage.request(answer.entity, predicate)
    do throws(StoreError) {
      let found = try stage.labels(request)
      let count = try stage.count(request)
      let text = "\(answer.entity), \(stage.name): \(predicate.text)"
      #expect(Set(found) == answer.expected && found.count == answer.expected.count, "\(text)")
      #expect(count == answer.expected.count, "\(text)")
    } catch {
      guard case .predicate(let refusal) = error else { throw error }
      throw refusal
    }
  }

  @Test func `there are many answers`() {
    #expect(AnswerTable.all.reduce(0) { $0 + $1.answers.count } >= 500)
  }
}
