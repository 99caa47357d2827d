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
  /// How many rows predicates are tested on, in SQL and in memory, in each state of each world.
  private static let pairs = 2_800

  private static let isFull = ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == "1"

  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OBJWIRE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(isFull ? 90 : 4))
  }()

  @Test(arguments: seeds)
  func `SQL and memory give one answer`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let twins = try PredicateTwins(&random)
    var (all, found) = (0, 0)
    for state in twins.states {
      var phrases = RandomPhrase(state.world, features: Set(PhraseFeature.allCases), random: random)
      var pairs = 0
      while pairs < Self.pairs {
        let question = PredicateTwins.Question(&phrases)
        switch try state.answer(question) {
        case .same(let tested, let matching):
          pairs += tested
          all += tested
          found += matching
        case .refused, .different:
          try report(question, seed, state)
          // One failure is told once, and a world of them comes to an end.
          pairs += 100
        }
      }
      random = phrases.random
    }
    #expect(found > all / 10 && found < all * 9 / 10, "seed \(seed): \(found) of \(all) rows match")
    print("seed \(seed): \(all) pairs, \(found) match")
  }

  /// Tells of the smallest predicate found that still goes wrong.
  private func report(_ question: PredicateTwins.Question, _ seed: UInt64, _ state: PredicateTwins.State)
    throws
  {
    let whole = try state.answer(question)
    var smaller = question
    smaller.phrase = question.phrase.shrunk { candidate in
      var other = question
      other.phrase = candidate
      return switch (whole, try? state.answer(other)) {
      case (.refused(let a), .refused(let b)): a.kind == b.kind
      case (.different, .different): true
      default: false
      }
    }
    let written = smaller.phrase.written
    Issue.record(
      """
      seed \(seed), \(question.entity), \(state.name): \(written.text)
      arguments: \(written.positional) \(written.named)
      \(try state.answer(smaller))
      """)
  }
}
