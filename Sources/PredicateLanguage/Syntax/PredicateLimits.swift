/// How large a predicate may be.
public struct PredicateLimits: Sendable {
  /// UTF-8 bytes of the text.
  public var textBytes: Int
  /// Tokens in the text.
  public var tokens: Int
  /// How deep the tree may be; also bounds how deep any recursion over it goes.
  ///
  /// At the standard depth a release build needs less than 1 MiB of stack.
  public var depth: Int

  /// Sets limits.
  public init(textBytes: Int = 1 << 20, tokens: Int = 500_000, depth: Int = 200) {
    self.textBytes = textBytes
    self.tokens = tokens
    self.depth = depth
  }

  /// 1 MiB, 500,000 tokens, depth 200.
  public static let standard = PredicateLimits()
}
