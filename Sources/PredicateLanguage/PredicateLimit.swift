/// A bound on predicates that was passed.
public struct PredicateLimit: Hashable, Sendable {
  /// Its name, for people and protocols: `predicateBytes`, `predicateTokens`, `predicateDepth`,
  /// `patternQuestionMarks`, `patternBytes`, `patternDepth` or `patternStates`.
  public let name: String
  /// The greatest number allowed.
  public let maximum: Int

  static func bytes(_ maximum: Int) -> PredicateLimit { PredicateLimit("predicateBytes", maximum) }
  static func tokens(_ maximum: Int) -> PredicateLimit { PredicateLimit("predicateTokens", maximum) }
  static func depth(_ maximum: Int) -> PredicateLimit { PredicateLimit("predicateDepth", maximum) }
  static let questionMarks = PredicateLimit("patternQuestionMarks", LikePattern.questionMarkLimit)
  static let patternBytes = PredicateLimit("patternBytes", RegularExpressionLimits.patternBytes)
  static let patternDepth = PredicateLimit("patternDepth", RegularExpressionLimits.depth)
  static let patternStates = PredicateLimit("patternStates", RegularExpressionLimits.states)

  private init(_ name: String, _ maximum: Int) {
    self.name = name
    self.maximum = maximum
  }
}
