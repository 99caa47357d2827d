/// Why a run ended early.
enum BenchmarkError: Error, CustomStringConvertible {
  /// An option that is unknown or lacks its value.
  case usage(String)
  /// A program that should be measured is not there or could not be started.
  case missing(String)
  /// A contestant did not do its work; `what` holds its answer as far as there was one.
  case failed(contestant: String, what: String)

  var description: String {
    switch self {
    case .usage(let text): "Benchmarks: \(text); --help lists the options"
    case .missing(let path): "Benchmarks: cannot start \(path)"
    case .failed(let contestant, let what): "Benchmarks: \(contestant) failed: \(what)"
    }
  }
}
