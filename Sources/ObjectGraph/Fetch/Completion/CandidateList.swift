import PredicateLanguage

/// Candidates that fit what is typed, best first.
struct CandidateList {
  /// What comes before what, where all fit alike.
  enum Rank: Int {
    /// What the place asks for by itself.
    case wanted
    case key
    case variable
    case function
    case word
    case sign
  }

  private struct Entry {
    let candidate: PredicateCompletion.Candidate
    let match: Int
    let rank: Int
  }

  /// The part of a word that is written already.
  let typed: String
  private let lowered: String
  private var entries: [Entry] = []
  private var known: Set<[UInt8]> = []

  init(typed: String) {
    self.typed = typed
    lowered = typed.lowercased()
  }

  /// Adds a candidate unless it is there or has nothing to do with what is typed.
  ///
  /// - Parameter name: what it is looked for by beside its text.
  mutating func add(_ candidate: PredicateCompletion.Candidate, _ rank: Rank, name: String? = nil) {
    guard let match = match(candidate.text) ?? name.flatMap(match) else { return }
    guard known.insert(Array(candidate.text.utf8)).inserted else { return }
    entries.append(Entry(candidate: candidate, match: match, rank: rank.rawValue))
  }

  /// All, best first.
  var sorted: [PredicateCompletion.Candidate] {
    entries.enumerated()
      .sorted { ($0.1.match, $0.1.rank, $0.0) < ($1.1.match, $1.1.rank, $1.0) }
      .map(\.element.candidate)
  }

  /// How well a text fits: 0 if it begins with what is typed, 1 in another case, 2 if it has it inside.
  private func match(_ text: String) -> Int? {
    if text.utf8.starts(with: typed.utf8) { return 0 }
    let text = Array(text.lowercased().utf8)
    if text.starts(with: lowered.utf8) { return 1 }
    let wanted = Array(lowered.utf8)
    // One letter is inside of almost everything.
    guard wanted.count > 1, text.count > wanted.count else { return nil }
    let isInside = (1...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
    return isInside ? 2 : nil
  }
}
