/// What a regular expression may have at most: time and memory for a match grow with it.
public enum RegularExpressionLimits {
  /// Bytes of a pattern.
  public static let patternBytes = 8_192
  /// Groups and sets inside one another.
  public static let depth = 100
  /// States of the automaton, in which `x{100}` counts as a hundred.
  public static let states = 5_000
}
