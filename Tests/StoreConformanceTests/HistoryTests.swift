import Foundation
import Testing
import TestSupport

/// One random history of two contexts, played on every store: each step must end the same way everywhere.
///
/// Most histories meet conflicts, taken values, missing ones and objects that are gone.
/// `OBJWIRE_FULL=1` plays many more of them.
@Suite struct HistoryTests {
  static let seeds: [UInt64] = Array(
    1...(ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == nil ? 8 : 300))

  @Test(arguments: seeds)
  func `every step of a history ends the same way in every store`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stages = try StoreKind.allCases.map { try Stage($0) }
    var saves = 0
    for number in 0..<120 {
      let step = Step(&random)
      let endings = try stages.map { try $0.play(step) }
      #expect(Set(endings).count == 1, "seed \(seed), step \(number), \(step): \(endings)")
      if endings[0].hasPrefix("saved") { saves += 1 }
    }
    #expect(saves > 0)
  }
}
