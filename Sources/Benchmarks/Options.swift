/// What the command line asks for.
struct Options {
  /// Path of the server; by default the `objwire` beside this program.
  var server: String?
  /// Names of items; empty means all.
  var only: [String] = []
  /// Fewer rounds and smaller stores, to see that everything runs.
  var isQuick = false
  /// Exit with 1 when a threshold is not met.
  var checks = false
  /// One JSON object on standard output instead of a table.
  var asJSON = false
  /// Where stores are made; a directory below it is used and removed.
  var directory = "/tmp"
  /// Print `help` and nothing else.
  var wantsHelp = false

  static let help = """
    usage: Benchmarks [--objwire PATH] [--only NAME]… [--quick] [--check] [--json] [--directory PATH]

    Measures objwire and the same work in C in alternating rounds and prints medians, bests and ratios.
      --objwire PATH    the server to measure (default: objwire beside this program)
      --only NAME       only items whose name begins with NAME; may be repeated
      --quick           three rounds and no store of a million rows
      --check           exit with 1 when a committed threshold is not met
      --json            print one JSON object for machines
      --directory PATH  where stores are made (default: /tmp)
    """

  init(arguments: [String]) throws(BenchmarkError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--objwire": server = try Self.value(of: option, from: &rest)
      case "--only": only.append(try Self.value(of: option, from: &rest))
      case "--directory": directory = try Self.value(of: option, from: &rest)
      case "--quick": isQuick = true
      case "--check": checks = true
      case "--json": asJSON = true
      case "--help", "-h": wantsHelp = true
      default: throw .usage("unknown option \(option)")
      }
    }
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>
  ) throws(BenchmarkError) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
    return value
  }
}
