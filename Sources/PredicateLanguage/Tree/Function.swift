/// A function over terms.
///
/// Only what both the evaluator and a store's SQL compute is here; the parser refuses all others by name.
public enum Function: Hashable, Sendable, CaseIterable {
  /// `a + b`
  case add
  /// `a - b`
  case subtract
  /// `a * b`
  case multiply
  /// `a / b`; whole numbers divide without remainder, towards zero; by zero there is no value.
  case divide
  /// `-a`
  case negate
}
