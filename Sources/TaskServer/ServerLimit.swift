import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// A limit with its name, its value and what happens beyond it: the rows of the manual's table.
package struct ServerLimit {
  /// A word without spaces, a member of `server.status`.
  package let name: String
  /// In the unit that the meaning says.
  package let value: Int
  /// What it bounds, as a sentence.
  package let meaning: String

  /// What happens beyond it.
  package let consequence: LimitConsequence

  /// Every limit of the protocol.
  package static func all(_ configuration: ServerConfiguration) -> [ServerLimit] {
    ofMessages(configuration) + ofContexts(configuration) + ofPredicates + ofReplies + ofQueues
  }

  /// The limits of a server with default options.
  package static var all: [ServerLimit] { all(ServerConfiguration()) }

  private static func ofMessages(_ configuration: ServerConfiguration) -> [ServerLimit] {
    [
      ServerLimit(
        "messageBytes", configuration.messageLimit,
        "Bytes of one message (`--max-message`, \(ServerConfiguration.messageLimits.lowerBound) to "
          + "\(ServerConfiguration.messageLimits.upperBound)).",
        .error(.limitExceeded)),
      ServerLimit(
        "headerBytes", HeaderBlock.maximumLength, "Bytes of the header before a message.",
        .error(.limitExceeded)),
      ServerLimit(
        "nestingDepth", JSONScanner.maximumDepth, "Arrays and objects inside each other.", .error(.parse)),
      ServerLimit(
        "valueDepth", TransformableJSON.maximumDepth, "The same in one value.", .error(.valueType)),
      ServerLimit("batchItems", Message.maximumBatchCount, "Items of a batch.", .error(.limitExceeded)),
      ServerLimit(
        "batchAnswerBytes", BatchReply.answerLimit,
        "Bytes of the answers to a batch, counted before each of its requests.",
        .error(.limitExceeded)),
    ]
  }

  private static func ofContexts(_ configuration: ServerConfiguration) -> [ServerLimit] {
    [
      ServerLimit(
        "contexts", ContextPool.limit, "Contexts at once, `view` among them.", .error(.contextLimit)),
      ServerLimit(
        "contextNameBytes", ContextPool.nameLimit, "Bytes of a context's name.", .error(.invalidParams)),
      ServerLimit(
        "busyTimeout", configuration.busyTimeout,
        "Milliseconds to wait for another process's write (`--busy-timeout`).", .error(.storeLocked)),
    ]
  }

  private static var ofPredicates: [ServerLimit] {
    let limits = PredicateLimits.standard
    return [
      ServerLimit("predicateBytes", limits.textBytes, "Bytes of predicate text.", .exceededInParams),
      ServerLimit("predicateTokens", limits.tokens, "Words and signs of a predicate.", .exceededInParams),
      ServerLimit(
        "predicateDepth", limits.depth,
        "Levels of a predicate: two for a comparison, one for each parenthesis, negation, function and operator of "
          + "arithmetic.",
        .exceededInParams),
      ServerLimit(
        "patternQuestionMarks", LikePattern.questionMarkLimit, "`?` between two `*` of a `LIKE` pattern.",
        .exceededInParams),
      ServerLimit(
        "patternBytes", RegularExpressionLimits.patternBytes, "Bytes of a `MATCHES` pattern.",
        .exceededInParams),
      ServerLimit(
        "patternDepth", RegularExpressionLimits.depth,
        "Levels of a `MATCHES` pattern.",
        .exceededInParams),
      ServerLimit(
        "patternStates", RegularExpressionLimits.states,
        "Characters of a `MATCHES` pattern, repetitions counted out.",
        .exceededInParams),
    ]
  }

  private static var ofReplies: [ServerLimit] {
    [
      ServerLimit(
        "cursorKeyBytes", FetchPosition.inlineLimit, "Bytes of a sort value that a cursor holds.",
        .effect("the cursor holds a digest of it")),
      ServerLimit(
        "partialResultBytes", PartialResults.pieceBytes, "Bytes of a piece of a partial result.",
        .effect("the piece ends, behind a whole object")),
      ServerLimit(
        "progressInterval", ProgressReport.intervalMilliseconds,
        "Milliseconds between two reports of progress, at least.",
        .effect("reports in between are left out")),
    ]
  }

  private static var ofQueues: [ServerLimit] {
    [
      ServerLimit(
        "queuedBytes", QueueGauge.limit, "Bytes of waiting requests.", .effect("the server stops reading")),
      ServerLimit(
        "unreadBytes", Outbox.unreadLimit, "Bytes of messages that the client has not taken.",
        .effect("the server stops reading")),
    ]
  }

  private init(_ name: String, _ value: Int, _ meaning: String, _ consequence: LimitConsequence) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.consequence = consequence
  }
}
