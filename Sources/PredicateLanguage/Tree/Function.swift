/// A function over terms; how each is written is in `FunctionTable` and `OperatorTable`, what it gives in
/// `Function.apply`.
///
/// A function of a missing value is null, unless it is one of a collection. Source: NSExpression,
/// `expressionForFunction:arguments:`; Key-Value Coding Programming Guide, "Using Collection Operators".
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

  /// `sqrt(a)`, a double; null below 0.
  case squareRoot
  /// `log(a)`, to base 10; null at 0 and below.
  case logarithm
  /// `ln(a)`, to base e; null at 0 and below.
  case naturalLogarithm
  /// `exp(a)`
  /// `exp(a)`, e to the power of `a`.
  case exponential
  /// `abs(a)`; of the least whole number a double.
  case absolute
  /// `ceiling(a)`, the next whole value above; whole numbers stay what they are.
  case ceiling
  /// `floor(a)`, the next whole value below; whole numbers stay what they are.
  case floor
  /// `trunc(a)`, the next whole value towards zero; whole numbers stay what they are.
  case truncate
  /// `random()`: 0 or more and less than 1.
  case random
  /// `randomn(n)`: a whole number from 0 to n - 1.
  case randomBelow

  // MARK: Text and dates

  /// `uppercase(a)`, as `TextCase` has it.
  case uppercase
  /// `lowercase(a)`, as `TextCase` has it.
  case lowercase
  /// `canonical(a)`: folded as under `[cd]`.
  case canonical
  /// `length(a)`: UTF-16 code units.
  case length
  /// `now()`: the moment it is asked for; one in a whole bound predicate.
  case now

  // MARK: Any value

  /// `noindex(a)`: `a`, for which a store uses no index.
  case noIndex
  /// `CAST(a, "Type")`
  case cast

  // MARK: Collections

  /// `sum(c)`, `c.@sum`: a missing value is 0, and of nothing the sum is 0; a double beyond 64 bits.
  case sum
  /// `average(c)`, `c.@avg`: a double; a missing value is 0, and of nothing the average is 0.
  case average
  /// `count(c)`, `c.@count`: of all elements, missing values among them.
  case count
  /// `min(c)`, `c.@min`: missing values are left out; of nothing null.
  case minimum
  /// `max(c)`, `c.@max`: missing values are left out; of nothing null.
  case maximum
  /// `median(c)`: the middle number, or halfway between the middle two; missing values are left out, of nothing null.
  case median
  /// The value that comes most often; the smallest of several.
  case mode
  /// `stddev(c)`: of the whole population.
  case standardDeviation
  /// Each value once, in the order of first appearance.
  case distinct
  /// `a UNION b`: each value once, those of `a` first.
  case union
  /// `a INTERSECT b`: each value once, in the order of `a`.
  case intersect
  /// `a MINUS b`: each value once, in the order of `a`.
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
