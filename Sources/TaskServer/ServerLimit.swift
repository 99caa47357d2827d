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

  /// Every limit of the protocol.
  package static func all(_ configuration: ServerConfiguration) -> [ServerLimit] {
    [
      ServerLimit("messageBytes", configuration.messageLimit, "Bytes of one message (`--max-message`)."),
      ServerLimit("headerBytes", HeaderBlock.maximumLength, "Bytes of the header before a message."),
      ServerLimit("nestingDepth", JSONScanner.maximumDepth, "Arrays and objects inside each other."),
      ServerLimit(
        "valueDepth", TransformableJSON.maximumDepth,
        "The same in one value, so that every message which it stands in can be read."),
      ServerLimit("batchItems", Message.maximumBatchCount, "Items of a batch."),
      ServerLimit(
        "batchAnswerBytes", BatchReply.answerLimit,
        "Bytes of the answers to a batch; its requests beyond them are refused and not run."),
      ServerLimit("contexts", ContextPool.limit, "Contexts at once, `view` among them."),
      ServerLimit("contextNameBytes", ContextPool.nameLimit, "Bytes of a context's name."),
      ServerLimit("predicateBytes", PredicateLimits.standard.textBytes, "Bytes of predicate text."),
      ServerLimit("predicateTokens", PredicateLimits.standard.tokens, "Words and signs of a predicate."),
      ServerLimit(
        "predicateDepth", PredicateLimits.standard.depth,
        "Levels of a predicate: a comparison has two, each parenthesis, negation and function around or inside it adds "
          + "one, and so does each operator of a chain of arithmetic (`a + b + c` has two)."),
      ServerLimit(
        "patternQuestionMarks", LikePattern.questionMarkLimit, "`?` between two `*` of a `LIKE` pattern."),
      ServerLimit(
        "cursorKeyBytes", FetchPosition.inlineLimit,
        "Bytes of a sort value that a cursor holds; of a longer one it holds a digest."),
      ServerLimit(
        "partialResultBytes", PartialResults.pieceBytes,
        "Bytes with which a piece of a partial result ends, behind a whole object."),
      ServerLimit(
        "progressInterval", ProgressReport.intervalMilliseconds,
        "Milliseconds between two reports of one request's progress, at least."),
      ServerLimit(
        "queuedBytes", QueueGauge.limit, "Bytes of waiting requests; beyond it the server stops reading."),
      ServerLimit(
        "unreadBytes", Outbox.unreadLimit,
        "Bytes of messages that the client has not taken; beyond it the server stops reading."),
      ServerLimit(
        "busyTimeout", configuration.busyTimeout, "Milliseconds to wait for another process's write."),
    ]
  }

  /// The limits of a server with default options.
  package static var all: [ServerLimit] { all(ServerConfiguration()) }

  private init(_ name: String, _ value: Int, _ meaning: String) {
    self.name = name
    self.value = value
    self.meaning = meaning
  }
}
