import JSON
import Testing

/// A running objwire and the conversation with it.
final class Server {
  let process: ChildProcess
  private var lastID = 0
  private var replies: [Int: Reply] = [:]
  /// Messages of the server that no reply was, in the order in which they came.
  private(set) var notifications: [JSONValue] = []

  /// Talks to a server that was started in another way.
  init(process: ChildProcess) { self.process = process }

  /// Starts objwire with these arguments; only PATH is in the environment unless more is given.
  convenience init(_ arguments: [String], environment: [String: String] = [:]) throws {
    try self.init(
      process: ChildProcess(
        path: Binary.path, arguments,
        environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }))
  }

  /// Serves a store, or a store in memory without one.
  convenience init(store: String?, _ more: [String] = [], environment: [String: String] = [:]) throws {
    let place = store.map { ["--store", $0] } ?? ["--in-memory"]
    try self.init(["serve"] + place + more, environment: environment)
  }

  /// Sends a request and returns its id; `params` is a JSON text.
  @discardableResult func send(_ method: String, _ params: String = "{}") throws -> Int {
    lastID += 1
    try process.send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
    return lastID
  }

  /// Sends a notification.
  func notify(_ method: String, _ params: String = "{}") throws {
    try process.send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
  }

  /// The reply to an earlier request; others that come before it are kept.
  func reply(to id: Int) throws -> Reply {
    while true {
      if let reply = replies.removeValue(forKey: id) { return reply }
      try readMessage()
    }
  }

  /// Sends a request and waits for its reply.
  func call(_ method: String, _ params: String = "{}") throws -> Reply {
    try reply(to: send(method, params))
  }

  /// The next notification with this name; earlier messages are kept.
  func notification(_ method: String) throws -> JSONValue {
    while true {
      if let index = notifications.firstIndex(where: { $0["method"]?.string == method }) {
        return notifications.remove(at: index)["params"] ?? .null
      }
      try readMessage()
    }
  }

  /// Ends the input, reads to the end and returns how the process ended.
  func finish() throws -> ChildProcess.Ending {
    process.closeInput()
    _ = try process.readToEnd()
    return try process.wait()
  }

  private func readMessage() throws {
    let line = try process.readLine()
    let message = try JSONValue(parsing: line)
    if let id = message["id"]?.int64 {
      replies[Int(id)] = Reply(line: line, message: message)
    } else {
      notifications.append(message)
    }
  }
}

/// One reply of a server.
struct Reply {
  let line: String
  let message: JSONValue

  var result: JSONValue? { message["result"] }
  var code: Int64? { message["error"]?["code"]?.int64 }
  var data: JSONValue? { message["error"]?["data"] }
  var kind: String? { data?["kind"]?.string }
}
