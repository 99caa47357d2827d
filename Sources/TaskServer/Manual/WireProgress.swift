import JSON
import JSONRPC

/// The params of `$/progress`, for the manual.
struct WireProgress: WireShape {
  var token: ProgressToken
  var value: JSONValue

  static let shape = Shape(
    Self.init(token:value:),
    Field("token", "The request's token.") { $0.token },
    Field(
      "value",
      "For a `workDoneToken` `{kind, title?, cancellable?, message?, percentage?}`, otherwise a piece of a result."
    ) { $0.value })
}
