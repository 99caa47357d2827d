import JSON
import JSONRPC
import TaskServer

extension ReplayLane {
  /// The lane of a request.
  init(_ method: String, _ params: RawParams) {
    switch Self.effects[method] {
    case .control where method == "shutdown" || method == "exit": self = .end
    case .control, nil: self = .none
    case .inspect: self = .inspection
    case .read, .write: self = .context(Self.contextName(params))
    }
  }

  private static let effects = Dictionary(
    uniqueKeysWithValues: Manual.description.methods.map { ($0.name, $0.effect) })

  private static func contextName(_ params: RawParams) -> String {
    guard let text = params.member("context") else { return "view" }
    return (try? JSONValue(parsing: text.bytes.span))?.string ?? "view"
  }
}
