/// One way of doing an item's work.
struct Contestant {
  let name: String
  /// Does the work once and returns one number in the item's measure.
  let run: () throws(BenchmarkError) -> Double

  init(_ name: String, _ run: @escaping () throws(BenchmarkError) -> Double) {
    self.name = name
    self.run = run
  }
}
