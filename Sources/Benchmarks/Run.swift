/// One run over the chosen items.
struct Run {
  /// No item may take longer; a server that hangs ends the run.
  private static let secondsPerItem = 300

  let options: Options

  /// Measures and prints; returns whether every threshold of the measured items is met.
  func measureAll() throws(BenchmarkError) -> Bool {
    let chosen = Item.all.filter { item in
      options.only.isEmpty || options.only.contains { item.name.hasPrefix($0) }
    }
    guard !chosen.isEmpty else { throw .usage("no item begins with \(options.only.joined(separator: ", "))") }
    let workshop = try Workshop(options: options)
    defer { workshop.removeDirectory() }
    var outcomes: [Outcome] = []
    for item in chosen {
      Machine.say("measuring \(item.name)")
      Machine.setDeadline(seconds: Self.secondsPerItem)
      outcomes.append(try item.measure(workshop))
    }
    print(options.asJSON ? Report.json(outcomes) : Report.table(outcomes))
    return Report.allMet(outcomes)
  }
}
