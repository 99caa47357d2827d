import FoundationEssentials

/// What all items share: the programs to measure, a directory for stores, the number of rounds.
struct Workshop {
  let server: String
  let baselineServer: String
  let directory: String
  let isQuick: Bool

  var rounds: Int { isQuick ? 3 : 9 }

  init(options: Options) throws(BenchmarkError) {
    let products = try Self.ownDirectory()
    server = options.server ?? products + "/objwire"
    baselineServer = products + "/BaselineServer"
    isQuick = options.isQuick
    directory = options.directory + "/objwire-benchmarks-\(UUID().uuidString)"
    for program in [server, baselineServer] where !FileManager.default.isExecutableFile(atPath: program) {
      throw .missing(program)
    }
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw .missing(directory)
    }
  }

  func removeDirectory() { try? FileManager.default.removeItem(atPath: directory) }

  /// Path of a store that does not exist yet.
  func freshStore() -> String { directory + "/\(UUID().uuidString).sqlite" }

  func removeStore(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// A store of `rows` made-up tasks, written by objwire and kept for the whole run.
  func store(rows: Int) throws(BenchmarkError) -> String {
    let path = directory + "/rows-\(rows).sqlite"
    if FileManager.default.fileExists(atPath: path) { return path }
    let child = try startServer(store: path)
    let step = 100_000
    for first in stride(from: 0, to: rows, by: step) {
      _ = try child.exchange(Requests.addAll(first: first, count: min(step, rows - first)))
    }
    let code = child.finish()
    guard code == 0 else { throw .failed(contestant: "objwire", what: "exit code \(code)") }
    return path
  }

  /// `objwire serve` on a store, with more options after it.
  func startServer(store: String, _ more: [String] = []) throws(BenchmarkError) -> Child {
    try Child(name: "objwire", command: [server, "serve", "--store", store] + more)
  }

  /// The C server, on a store or on none.
  func startBaselineServer(store: String? = nil) throws(BenchmarkError) -> Child {
    try Child(name: "C server", command: [baselineServer] + (store.map { [$0] } ?? []))
  }

  /// Runs the contestants in turns, each first equally often, and keeps one number a round of each.
  ///
  /// One round before the first is thrown away: it fills caches.
  func compare(
    _ item: String, _ measure: Measure, rounds: Int? = nil, _ contestants: [Contestant]
  ) throws(BenchmarkError) -> Outcome {
    var samples = contestants.map { Samples(contestant: $0.name) }
    for round in 0...(rounds ?? self.rounds) {
      for turn in contestants.indices {
        let index = (turn + round) % contestants.count
        let value = try contestants[index].run()
        if round > 0 { samples[index].append(value) }
      }
    }
    return Outcome(item: item, measure: measure, samples: samples)
  }

  private static func ownDirectory() throws(BenchmarkError) -> String {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      throw .missing("/proc/self/exe")
    }
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }
}
