import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Random predicates over random objects: SQL, the in-memory store, unsaved and half-changed objects, counts and windows
/// must all agree.
///
/// `OBJWIRE_FULL=1` runs the long form; a failing seed, which is printed, is run again with `OBJWIRE_SEED`.
@Suite struct PredicateDifferentialTests {
  /// Parts of the language that are not in the predicates yet; none when the language is complete.
  private static let awaited = Set(PhraseFeature.allCases)

  /// How many predicates are asked in each state of each world.
  private static let predicates = 120

  private static let isFull = ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == "1"

  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OBJWIRE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(isFull ? 80 : 4))
  }()

  @Test(arguments: seeds)
  func `SQL and memory give one answer`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let twins = try PredicateTwins(&random)
    var (pairs, found) = (0, 0)
    var refused: [String: Int] = [:]
    for state in twins.states {
      var phrases = RandomPhrase(
        state.world, features: Set(PhraseFeature.allCases).subtracting(Self.awaited), random: random)
      for _ in 0..<Self.predicates {
        let entity = phrases.random.pick(PredicateWorldSchema.names)
        let phrase = phrases.next(on: entity)
        let key = phrases.random.pick(PredicateWorldSchema.shared[entity].attributes).name
        let sort = SortDescriptor(key, ascending: phrases.random.chance(2))
        let window = (Int(phrases.random.next() % 5), Int(phrases.random.next() % 9 + 1))
        switch try state.answer(phrase.written, of: entity, sort: sort, window: window) {
        case .same(let tested, let matching):
          pairs += tested
          found += matching
        case .refused(let error):
          let key = "\(error.kind): \(error.message)"
          if refused.updateValue(refused[key, default: 0] + 1, forKey: key) == nil {
            report(phrase, seed, state, entity, sort, window)
          }
        case .different:
          report(phrase, seed, state, entity, sort, window)
        }
      }
      random = phrases.random
    }
    #expect(refused.isEmpty, "seed \(seed): \(refused)")
    #expect(found > pairs / 10 && found < pairs * 9 / 10, "seed \(seed): \(found) of \(pairs) rows match")
    print("seed \(seed): \(pairs) pairs, \(found) match")
  }

  /// Tells of the smallest predicate found that still goes wrong.
  private func report(
    _ phrase: Phrase, _ seed: UInt64, _ state: PredicateTwins.State, _ entity: String, _ sort: SortDescriptor,
    _ window: (Int, Int)
  ) {
    func answer(_ phrase: Phrase) -> PredicateTwins.State.Answer? {
      try? state.answer(phrase.written, of: entity, sort: sort, window: window)
    }
    let whole = answer(phrase)
    let smallest = phrase.shrunk { candidate in
      switch (whole, answer(candidate)) {
      case (.refused(let a), .refused(let b)): a.kind == b.kind
      case (.different, .different): true
      default: false
      }
    }
    let written = smallest.written
    Issue.record(
      """
      seed \(seed), \(entity), \(state.name): \(written.text)
      arguments: \(written.positional) \(written.named)
      \(answer(smallest).map { "\($0)" } ?? "no answer")
      """)
  }
}
