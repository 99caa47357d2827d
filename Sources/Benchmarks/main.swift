// Measures objwire and the same work in C side by side: `swift run -c release Benchmarks --help`.
import Glibc

do throws(BenchmarkError) {
  let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
  if options.wantsHelp {
    print(Options.help)
    exit(0)
  }
  let met = try Run(options: options).measureAll()
  exit(options.checks && !met ? 1 : 0)
} catch {
  Machine.say(error.description)
  exit(2)
}
