import PredicateLanguage

/// Which things of an old model are which of the new one, by names and renaming identifiers.
///
/// A renaming identifier says what a thing was called before, or what it was called first: things with the
/// same one are the same thing, too. Equal names without any come next. Source: the documentation of Core
/// Data's `renamingIdentifier`.
struct RenamingPairs {
  /// What can be renamed.
  struct Item {
    let name: String
    /// What it was called; nil if its author does not say.
    let identifier: String?
  }

  /// By position in the new list: the position in the old one; nil for a new thing.
  private(set) var sources: [Int?]
  /// Positions in the old list of what has a successor.
  private(set) var claimed: Set<Int> = []
  /// New things that claim what another new thing has already.
  private(set) var contests: [Contest] = []

  /// Positions: two new things and the old one that both claim.
  struct Contest {
    let loser: Int
    let winner: Int
    let source: Int
  }

  init(_ old: [Item], _ new: [Item]) {
    sources = Array(repeating: nil, count: new.count)
    let byName = Self.positions(old) { $0.name }
    let byIdentifier = Self.positions(old) { $0.identifier }
    // Who says what he was comes first; a thing that only looks the same must not take that away.
    pair(new) { item in
      item.identifier.flatMap { byIdentifier[Self.bytes($0)] ?? byName[Self.bytes($0)] }
    }
    pair(new, contests: false) { byName[Self.bytes($0.name)] }
    pair(new, contests: false) { byIdentifier[Self.bytes($0.name)] }
  }

  private mutating func pair(_ new: [Item], contests isNoted: Bool = true, _ find: (Item) -> Int?) {
    for (position, item) in new.enumerated() where sources[position] == nil {
      guard let source = find(item) else { continue }
      if claimed.insert(source).inserted {
        sources[position] = source
      } else if isNoted, let winner = sources.firstIndex(of: source) {
        contests.append(Contest(loser: position, winner: winner, source: source))
      }
    }
  }

  /// The first thing of each text; keys are bytes, since names are compared by them.
  private static func positions(_ items: [Item], _ text: (Item) -> String?) -> [[UInt8]: Int] {
    Dictionary(items.enumerated().compactMap { item in text(item.element).map { (bytes($0), item.offset) } })
    {
      first, _ in first
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
