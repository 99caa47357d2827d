import JSON

/// A failed method's error, for people who know options and not pointers.
struct RequestFailure {
  private let error: JSONValue

  /// - Parameter error: the error object of a reply.
  init(_ error: JSONValue) { self.error = error }

  /// What happened, without a place that only a program could look up.
  var sentence: String {
    let message = error["message"]?.string ?? "the request failed"
    let isPlaced = message.hasPrefix("/params/")
    guard isPlaced, let end = message.firstIndex(of: " ") else { return message }
    return Self.subject(ofPointer: message[..<end]) + message[end...]
  }

  /// The task's property that a pointer ends in: `date` for `/params/values/date`.
  private static func subject(ofPointer pointer: Substring) -> String {
    let parts = pointer.split(separator: "/")
    guard let property = parts.last, parts.count > 2, Int(property) == nil else { return "a task" }
    return String(property)
  }
}
