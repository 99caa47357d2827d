/// A regular expression as an automaton: instructions that threads walk through, all of them at once.
///
/// Example, `a*b`:
/// ```
/// 0  split 1 or 3
/// 1  scalar a
/// 2  jump 0
/// 3  scalar b
/// 4  match
/// ```
struct PatternProgram: Sendable {
  /// What a thread does.
  enum Instruction: Sendable {
    /// Goes past this scalar.
    case scalar(UInt32)
    /// Goes past one scalar of the text with its case folded.
    case folded(UInt32)
    /// Goes past a scalar of a set.
    case set(Int)
    /// Goes past a scalar that ends no line.
    case insideLine
    /// Goes past a scalar to the instruction after the next; past CR to the next one if LF follows.
    case any
    /// Goes past a line break in the same way.
    case lineBreak
    /// Goes on if a condition holds.
    case assertion(PatternAssertion)
    /// Goes on somewhere else.
    case jump(Int)
    /// Goes on at two places.
    case split(Int, Int)
    /// Has read what there is to read.
    case match
  }

  /// A set with its answers for ASCII.
  struct Members: Sendable {
    private let set: ScalarSet
    private let ascii: (UInt64, UInt64)

    init(_ set: ScalarSet) {
      self.set = set
      func bits(_ first: UInt8) -> UInt64 {
        (0..<64).reduce(0) { bits, bit in
          set.contains(Unicode.Scalar(first + bit)) ? bits | 1 << UInt64(bit) : bits
        }
      }
      ascii = (bits(0), bits(64))
    }

    func contains(_ scalar: UInt32) -> Bool {
      if scalar < 64 { return ascii.0 >> UInt64(scalar) & 1 != 0 }
      if scalar < 128 { return ascii.1 >> UInt64(scalar - 64) & 1 != 0 }
      return Unicode.Scalar(scalar).map(set.contains) ?? false
    }
  }

  /// The automaton; threads start at 0.
  var instructions: [Instruction] = []
  /// The sets that instructions name by number.
  var sets: [Members] = []
  /// Whether any instruction folds case.
  var foldsCase = false
  /// Whether any instruction asks for the boundary of a word.
  var asksForWords = false
}
