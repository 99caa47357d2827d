import Foundation
import JSON
import TestSupport
import Testing

extension ProcessSuite {
  /// Random conversations, recorded and replayed; `OBJWIRE_FULL=1` has more of them, `OBJWIRE_SEED` one.
  @Suite struct RandomReplayTests {
    static let seeds: [UInt64] = {
      let environment = ProcessInfo.processInfo.environment
      if let seed = environment["OBJWIRE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
      return Array(1...(Binary.runsFully ? 12 : 3))
    }()

    /// Servers one after the other on the same store, each recorded; then their replays.
    @Test(arguments: seeds) func `a recorded conversation agrees with itself and not with another store`(
      _ seed: UInt64
    ) throws {
      print("random replay: seed \(seed)")
      var random = SeededGenerator(seed: seed)
      let scratch = try Scratch()
      let isInMemory = random.chance(4)
      let files = (1...3).map { scratch.path("session-\($0).ndjson") }
      for file in files {
        let isHeaderFramed = random.chance(2)
        var options = ["--record", file, "--framing", isHeaderFramed ? "header" : "line"]
        if random.chance(4) { options.append("--autosave") }
        let server = try Server(store: isInMemory ? nil : scratch.store, options)
        let talk = RandomTalk(
          server.process, isHeaderFramed: isHeaderFramed, random: SeededGenerator(seed: random.next()))
        let ending = try talk.run(rounds: 25)
        #expect(ending == .code(0) || ending == .code(4), "seed \(seed): \(server.process.errorText)")
      }
      for file in files {
        let run = try CommandRun(["replay", file], store: scratch.path("not-used.sqlite"))
        #expect(run.ending == .code(0), "seed \(seed), \(file): \(run.output)\(run.errors)")
        #expect(!run.output.contains("had none"), "seed \(seed), \(file): \(run.output)")
      }
      for file in files {
        let changed = try Self.changedStore(of: file, scratch)
        let run = try CommandRun(
          ["replay", file, "--store", changed], store: scratch.path("not-used.sqlite"))
        #expect(run.ending == .code(1), "seed \(seed), \(file): \(run.output)\(run.errors)")
      }
    }

    /// The store that the recording began with, and one task more.
    private static func changedStore(of file: String, _ scratch: Scratch) throws -> String {
      let path = file + ".changed"
      if FileManager.default.fileExists(atPath: file + ".store") {
        try FileManager.default.copyItem(atPath: file + ".store", toPath: path)
      }
      let server = try Server(store: path)
      try server.addSaved("CHANGED")
      try server.expectEnd()
      return path
    }
  }
}
