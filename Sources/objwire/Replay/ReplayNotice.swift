import JSON

/// Which saves a `context.didSave` tells of: those of one message in one context, which are told in order.
///
/// Those of a batch are told after its reply, when later messages may have saved as well.
struct ReplayNotice: Hashable {
  /// The client's message.
  let number: Int?
  let context: String

  /// - Parameter params: those of the notification.
  init(_ number: Int?, _ params: JSONValue) {
    self.number = number
    context = params["context"]?.string ?? ""
  }
}
