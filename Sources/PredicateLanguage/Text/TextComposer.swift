/// Brings text into a form in which what a reader takes for one letter is one scalar, where there is one.
///
/// Texts that are canonically equivalent become the same scalars (decomposition as `TextFolder` does it, then
/// canonical composition; Unicode Standard 3.11, D117). Under `[d]` marks are left out in between.
enum TextComposer {
  /// The scalars of a text as they are.
  static func scalars(_ text: Span<UInt8>) -> [UInt32] {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(text.count)
    var position = 0
    while position < text.count { scalars.append(nextScalar(text, &position)) }
    return scalars
  }

  /// The composed scalars of a text; under `[d]` without marks.
  ///
  /// Case stays.
  static func scalars(_ text: Span<UInt8>, options: StringOptions) -> [UInt32] {
    var folder = TextFolder(
      options: options.intersection(.diacriticInsensitive), composesHangul: true, capacity: text.count)
    folder.append(text, 0..<text.count)
    return composed(scalars(folder.bytes.span))
  }

  /// The composed scalars of some scalars.
  static func scalars(_ scalars: [UInt32], options: StringOptions) -> [UInt32] {
    Self.scalars(bytes(scalars).span, options: options)
  }

  /// Scalars after full case folding.
  static func caseFolded(_ scalars: [UInt32]) -> [UInt32] {
    let bytes = bytes(scalars)
    var folder = TextFolder(options: .caseInsensitive, composesHangul: true, capacity: bytes.count)
    folder.append(bytes.span, 0..<bytes.count)
    return Self.scalars(folder.bytes.span)
  }

  /// Each scalar after full case folding, and where its folded form begins; the end behind the last.
  static func caseFoldedEach(_ scalars: [UInt32]) -> (folded: [UInt32], starts: [Int]) {
    var folded: [UInt32] = []
    var starts: [Int] = []
    starts.reserveCapacity(scalars.count + 1)
    for scalar in scalars {
      starts.append(folded.count)
      if scalar < 0x80 {
        folded.append(UInt32(lowercaseASCII(UInt8(scalar))))
      } else if FoldingTable.shared.record(of: scalar).kind == .plain {
        folded.append(scalar)
      } else {
        folded += caseFolded([scalar])
      }
    }
    return (folded, starts + [folded.count])
  }

  /// The UTF-8 of some scalars.
  static func bytes(_ scalars: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in scalars { appendScalar(scalar, to: &bytes) }
    return bytes
  }

  /// Joins what can be joined, of scalars in canonical order.
  static func composed(
    _ scalars: [UInt32], _ compose: (UInt32, UInt32) -> UInt32? = Composition.whole
  ) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(scalars.count)
    var base: Int?
    // The rank of the last scalar that stands between the base and the next one.
    var between: UInt32?
    for scalar in scalars {
      let rank = scalar < 0x80 ? 0 : FoldingTable.shared.record(of: scalar).rank
      let isFree = between.map { $0 < rank } ?? true
      if let base, isFree, let whole = compose(result[base], scalar) {
        result[base] = whole
        continue
      }
      if rank == 0 { base = result.count }
      between = rank == 0 ? nil : rank
      result.append(scalar)
    }
    return result
  }
}
