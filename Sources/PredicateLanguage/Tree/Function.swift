/// A function over terms; how each is written is in `FunctionTable` and `OperatorTable`, what it gives in
/// `Function.apply`.
public enum Function: Hashable, Sendable, CaseIterable {
  // MARK: Arithmetic

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
  /// `a ** b`, always a double.
  case power
  /// `modulus:by:(a, b)`: the remainder of whole numbers, with the sign of `a`.
  case modulus

  // MARK: Bits of whole numbers

  /// `a & b`
  case bitwiseAnd
  /// `a | b`
  case bitwiseOr
  /// `a ^ b`
  case bitwiseXor
  /// `a << b`
  case leftShift
  /// `a >> b`, which keeps the sign.
  case rightShift
  /// `~a`
  case onesComplement

  // MARK: Numbers

  case squareRoot
  /// `log(a)`, to base 10.
  case logarithm
  /// `ln(a)`
  case naturalLogarithm
  /// `exp(a)`
  case exponential
  case absolute
  case ceiling
  case floor
  case truncate
  /// `random()`: 0 or more and less than 1.
  case random
  /// `randomn(n)`: a whole number from 0 to n - 1.
  case randomBelow

  // MARK: Text and dates

  case uppercase
  case lowercase
  /// `canonical(a)`: folded as under `[cd]`.
  case canonical
  /// `length(a)`: UTF-16 code units.
  case length
  /// `now()`
  case now

  // MARK: Any value

  /// `noindex(a)`: `a`, for which a store uses no index.
  case noIndex
  /// `CAST(a, "Type")`
  case cast

  // MARK: Collections

  case sum
  case average
  case count
  case minimum
  case maximum
  case median
  /// The value that comes most often; the smallest of several.
  case mode
  /// `stddev(c)`: of the whole population.
  case standardDeviation
  /// Each value once, in the order of first appearance.
  case distinct
  case union
  case intersect
  case minus
  /// `c[i]`, counted from 0.
  case element
  /// `c[FIRST]`
  case first
  /// `c[LAST]`
  case last
  /// `c[SIZE]`, the same as `count`.
  case size
}
