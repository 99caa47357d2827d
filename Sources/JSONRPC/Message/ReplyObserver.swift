/// Somebody who follows one message from its arrival to its answer; called from any thread, and must not
/// wait.
package protocol ReplyObserver: Sendable {
  /// The request leaves its queue and begins to run; not called for what is answered without waiting.
  func began()

  /// The answer was handed over, or for a notification: its work is done. Called once.
  func answered(_ answer: AnswerFacts)
}

/// What can be said of an answer without looking into it.
package struct AnswerFacts: Sendable {
  /// `data.kind` of an error; nil for a result.
  package let errorKind: String?
  /// Bytes of the reply; 0 for a notification, which has none.
  package let bytes: Int
}

/// A message that came in, before anything is done about it.
package struct Arrival: Sendable {
  /// The method's name, UTF-8; nil if the message is no request.
  package let method: ArraySlice<UInt8>?
  /// Nil for a notification, and for what is no request.
  package let id: RequestID?
  /// The params as they came.
  package let params: RawParams

  /// What is no request.
  static let none = Arrival(method: nil, id: nil, params: .none)
}
