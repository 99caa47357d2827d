/// Folds text for comparison: what is equal under `[c]`, `[d]` or `[cd]` becomes the same bytes.
///
/// Three steps, as in Unicode's canonical caseless matching (Unicode Standard 3.13, D145), so that
/// canonically equivalent texts agree under every option:
/// 1. decompose canonically and put combining marks into canonical order;
/// 2. `[d]`: leave out marks, that is what belongs to the letter before it: accents, points, vowel signs,
///    variation selectors. As in Foundation two kinds stay: a mark that no letter stands before, and a mark that
///    makes another letter of one outside Latin, Greek and Cyrillic (が is not か), which is so where Unicode
///    composes the two;
/// 3. `[c]`: full case folding, ß = ss.
///
/// Example, `[cd]`: "Éß" → E U+0301 ß → E ß → "ess".
struct TextFolder {
  /// Marks below this, and marks after bases below this, are diacritics: the end of the Cyrillic block.
  private static let diacriticLimit: UInt32 = 0x510
  private static let scalarMask: UInt32 = 0x1F_FFFF
  private static let markFlag: UInt32 = 0x20_0000
  private static let rankShift: UInt32 = 24

  /// `[c]`, `[d]` or both.
  let options: StringOptions
  /// Whether Korean syllables stay whole, which takes a third of the bytes but is not the order of Unicode's
  /// decomposed text.
  let composesHangul: Bool
  /// The folded text so far, UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Where an occurrence in `bytes` may begin and end.
  private(set) var boundaries = FoldedBoundaries()
  private let table = FoldingTable.shared
  /// The scalars of step 1, each with its mark flag and combining rank in the bits above.
  private var pending: [UInt32] = []
  private var stem = Stem()

  /// The letter to which marks belong, as step 2 sees it.
  private struct Stem {
    /// The last scalar that is no mark, or a mark with none before it.
    var base: UInt32?
    /// What the base and the marks behind it, as far as they stay, are composed to.
    var whole: UInt32 = 0
    /// The rank of the last mark behind the base that was not composed with it.
    var lastRank: UInt32?
  }

  /// Makes an empty folder.
  /// - Parameter capacity: bytes of all the text that will come, so that the result is not moved often.
  init(options: StringOptions, composesHangul: Bool = false, capacity: Int) {
    self.options = options.folding
    self.composesHangul = composesHangul
    bytes.reserveCapacity(capacity)
  }

  /// Folds a range of the text and appends the result to `bytes`.
  ///
  /// The range should begin with a character of its own, not with a mark that belongs to what came before.
  /// - Complexity: O(bytes of the range), whatever was folded before; a table look-up for each scalar outside
  ///   ASCII.
  mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
    pending.removeAll(keepingCapacity: true)
    var position = range.lowerBound
    while position < range.upperBound {
      decompose(nextScalar(text, &position))
    }
    order()
    emit()
  }

  private mutating func decompose(_ scalar: UInt32) {
    guard scalar >= 0x80 else { return pending.append(scalar) }
    if let syllable = Hangul.compose(pending.last, scalar) {
      pending[pending.count - 1] = syllable
      return
    }
    let record = table.record(of: scalar)
    guard record.kind.decomposes else {
      let flag = record.kind == .mark ? Self.markFlag : 0
      return pending.append(scalar | flag | record.rank << Self.rankShift)
    }
    decompose(record.values.0)
    if record.values.1 != 0 { decompose(record.values.1) }
    if record.values.2 != 0 { decompose(record.values.2) }
  }

  /// Sorts every run of combining scalars by class; equal classes keep their order.
  private mutating func order() {
    var start = 0
    while start < pending.count {
      var end = start
      var isOrdered = true
      while end < pending.count, pending[end] >> Self.rankShift != 0 {
        if end > start, pending[end - 1] >> Self.rankShift > pending[end] >> Self.rankShift {
          isOrdered = false
        }
        end += 1
      }
      if !isOrdered { orderRun(start..<end) }
      start = end + 1
    }
  }

  private mutating func orderRun(_ range: Range<Int>) {
    let keyed = pending[range].enumerated().map { UInt64($1 >> Self.rankShift) << 32 | UInt64($0) }
    let run = Array(pending[range])
    for (offset, key) in keyed.sorted().enumerated() {
      pending[range.lowerBound + offset] = run[Int(key & 0xFFFF_FFFF)]
    }
  }

  private mutating func emit() {
    let strips = options.contains(.diacriticInsensitive)
    let folds = options.contains(.caseInsensitive)
    for entry in pending {
      let scalar = entry & Self.scalarMask
      if entry & Self.markFlag == 0 || stem.base == nil {
        stem = Stem(base: scalar, whole: scalar)
      } else if strips, !joins(scalar, rank: entry >> Self.rankShift) {
        continue
      }
      if folds { fold(scalar) } else { append(scalar) }
    }
  }

  private mutating func append(_ scalar: UInt32) {
    if Hangul.isLetter(scalar) { boundaries.loneLetters.append(bytes.count) }
    guard !composesHangul, Hangul.isSyllable(scalar) else { return appendScalar(scalar, to: &bytes) }
    let parts = Hangul.decompose(scalar)
    appendScalar(parts.leading, to: &bytes)
    appendScalar(parts.vowel, to: &bytes)
    if let trailing = parts.trailing { appendScalar(trailing, to: &bytes) }
  }

  /// Says whether a mark makes another letter of the one before it, and notes that.
  private mutating func joins(_ mark: UInt32, rank: UInt32) -> Bool {
    // A mark of the same class, or of class 0, keeps those behind it from being composed.
    let isFree = stem.lastRank.map { $0 != 0 && $0 < rank } ?? true
    guard min(stem.base ?? 0, mark) >= Self.diacriticLimit, isFree,
      let whole = Composition.primary(stem.whole, mark)
    else {
      stem.lastRank = rank
      return false
    }
    stem.whole = whole
    return true
  }

  private mutating func fold(_ scalar: UInt32) {
    guard scalar >= 0x80 else { return bytes.append(lowercaseASCII(UInt8(truncatingIfNeeded: scalar))) }
    let record = table.record(of: scalar)
    switch record.kind {
    case .shift:
      appendScalar(scalar &+ record.values.0 &- FoldingTable.shiftOffset, to: &bytes)
    case .expand:
      appendScalar(record.values.0, to: &bytes)
      appendFolded(record.values.1)
      appendFolded(record.values.2)
    case .mark where record.values.0 != 0:
      boundaries.foldedMarks.append(bytes.count)
      appendScalar(record.values.0, to: &bytes)
    default:
      append(scalar)
    }
  }

  /// Appends a further scalar of an expansion unless it is absent, or a mark that `[d]` strips (İ folds to
  /// i U+0307).
  private mutating func appendFolded(_ scalar: UInt32) {
    guard scalar != 0 else { return }
    let isMark = table.record(of: scalar).kind == .mark
    if isMark, options.contains(.diacriticInsensitive) { return }
    boundaries.joints.append(bytes.count)
    appendScalar(scalar, to: &bytes)
  }
}

/// Lowers A–Z and leaves every other byte.
@inline(__always)
func lowercaseASCII(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}
