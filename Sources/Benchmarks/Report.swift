/// Turns outcomes into a table for people or one JSON object for machines.
enum Report {
  static func table(_ outcomes: [Outcome]) -> String {
    var lines = [row(["item", "contestant", "median", "best", "ratio"])]
    for outcome in outcomes {
      for (index, samples) in outcome.samples.enumerated() {
        let ratio = index == 0 ? nil : outcome.ratio(to: samples)
        lines.append(
          row([
            index == 0 ? outcome.item : "",
            samples.contestant,
            outcome.measure.text(samples.median),
            outcome.measure.text(samples.best(outcome.measure)),
            ratio.map { Measure.digits($0) + " ×" } ?? "",
          ]))
      }
      lines += verdicts(on: outcome).map { "  " + $0.text }
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ outcomes: [Outcome]) -> String {
    let items = outcomes.map { outcome in
      let contestants = outcome.samples.map { samples in
        let ratio = outcome.ratio(to: samples).map { "\($0)" } ?? "null"
        return #"{"name":"\#(samples.contestant)","median":\#(samples.median),"#
          + #""best":\#(samples.best(outcome.measure)),"rounds":\#(samples.values),"ratio":\#(ratio)}"#
      }
      let met = verdicts(on: outcome).map { #"{"threshold":"\#($0.threshold)","met":\#($0.isMet)}"# }
      return #"{"item":"\#(outcome.item)","measure":"\#(outcome.measure.rawValue)","#
        + #""contestants":[\#(contestants.joined(separator: ","))],"#
        + #""thresholds":[\#(met.joined(separator: ","))]}"#
    }
    return #"{"items":[\#(items.joined(separator: ","))],"met":\#(allMet(outcomes))}"#
  }

  static func allMet(_ outcomes: [Outcome]) -> Bool {
    outcomes.allSatisfy { outcome in verdicts(on: outcome).allSatisfy { $0.isMet } }
  }

  private struct Verdict {
    let threshold: String
    let isMet: Bool
    var text: String { "\(isMet ? "met" : "NOT MET"): \(threshold)" }
  }

  private static func verdicts(on outcome: Outcome) -> [Verdict] {
    Threshold.all.filter { $0.item == outcome.item }.map { threshold in
      Verdict(threshold: threshold.text(outcome.measure), isMet: threshold.isMet(by: outcome))
    }
  }

  private static let widths = [18, 22, 12, 12, 10]

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      line += index < 2 ? cell + padding : padding + cell
    }
    return line
  }
}
