/// A text as an automaton reads it.
struct PatternText {
  /// The scalars; under options composed, and under `[d]` without the marks that it leaves out.
  let scalars: [UInt32]
  /// The scalars of all these after case folding, in order; empty if each folds to one and can be asked for
  /// alone.
  private let folded: [UInt32]
  /// Where the folded form of each scalar begins, and the end.
  private let starts: [Int]

  /// Prepares a text.
  init(_ text: Span<UInt8>, options: StringOptions, foldsCase: Bool) {
    let isASCII = StringComparison.isASCII(text)
    scalars =
      isASCII || options.isEmpty
      ? TextComposer.scalars(text) : TextComposer.scalars(text, options: options)
    (folded, starts) = foldsCase && !isASCII ? TextComposer.caseFoldedEach(scalars) : ([], [])
  }

  /// The number of scalars that a scalar folds to.
  func foldedCount(_ position: Int) -> Int {
    starts.isEmpty ? 1 : starts[position + 1] - starts[position]
  }

  /// One of the scalars that a scalar folds to.
  func folded(_ position: Int, _ index: Int) -> UInt32 {
    guard starts.isEmpty else { return folded[starts[position] + index] }
    let scalar = scalars[position]
    return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar
  }
}
