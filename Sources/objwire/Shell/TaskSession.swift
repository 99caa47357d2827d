import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import Synchronization
import TaskServer

/// The server inside this process, for commands that speak its methods.
final class TaskSession {
  /// The server itself; close it through `close()`.
  private let server: Server
  private let receive: ([FramedMessage]) -> Void
  private let replies = ReplyBuffer()

  /// What stands before the result in a reply; the order of members is fixed.
  private static let resultHead = Array(#"{"jsonrpc":"2.0","id":1,"result":"#.utf8)

  /// Opens the store.
  ///
  /// - Parameter isReading: a store that is not there is not made, but taken for an empty one; one that
  ///   cannot be written is only read.
  init(_ configuration: ServerConfiguration, isReading: Bool = false) throws(ShellError) {
    var configuration = configuration
    if isReading, configuration.isStoreMissing { configuration.storage = .inMemory }
    // What goes wrong is said by the command; the log of a server would say it twice.
    let log = Log(level: configuration.logLevel ?? .error) { ErrorOutput.write(line: $0) }
    let outbox = Outbox(sink: replies)
    do throws(StoreError) {
      server = try Server(configuration: configuration, outbox: outbox, log: log)
    } catch {
      configuration.isReadOnly = true
      guard isReading, let server = try? Server(configuration: configuration, outbox: outbox, log: log) else {
        throw .store(error)
      }
      self.server = server
    }
    receive = server.makeReceiver()
  }

  deinit { _ = server.close() }

  /// Runs one request and gives its result, JSON.
  ///
  /// - Throws: `.request` with the error of the reply.
  func call(_ method: String, _ params: JSONValue = [:]) throws(ShellError) -> ArraySlice<UInt8> {
    try call(method) { $0.write(params) }
  }

  /// Runs one request whose params are written by `writeParams`, one JSON object.
  func call(
    _ method: String, _ writeParams: (inout JSONWriter) -> Void
  ) throws(ShellError) -> ArraySlice<UInt8> {
    let reply = exchange([Self.request(1, method, writeParams)])
    // The last brace closes the envelope, and a line end follows.
    return try Self.result(of: reply[...])[..<(reply.count - 2)]
  }

  /// From the result of a reply on.
  private static func result(of reply: ArraySlice<UInt8>) throws(ShellError) -> ArraySlice<UInt8> {
    if reply.starts(with: resultHead) { return reply[(reply.startIndex + resultHead.count)...] }
    var error: JSONValue?
    do throws(JSONError) { error = try JSONValue(parsing: reply.span)["error"] } catch {}
    throw .request(error ?? ["message": "no reply"])
  }

  /// Runs one request and gives its result as a tree.
  func value(_ method: String, _ params: JSONValue = [:]) throws(ShellError) -> JSONValue {
    let result = try call(method, params)
    do throws(JSONError) {
      return try JSONValue(parsing: result.span)
    } catch {
      throw .failed("the result of \(method) cannot be read: \(error)")
    }
  }

  /// Sends a request and does not wait for its reply, unless too many wait already; see `finishPosts()`.
  func post(_ request: [UInt8]) {
    replies.keepsResults = false
    receive([.message(request[...])])
  }

  /// Waits for the replies to what was posted.
  ///
  /// - Throws: the first error among them.
  func finishPosts() throws(ShellError) {
    let rest = exchange([])
    replies.keepsResults = true
    for reply in rest.split(separator: UInt8(ascii: "\n")) { _ = try Self.result(of: reply) }
  }

  /// Runs one request without params, whatever its result.
  func run(_ method: String) throws(ShellError) {
    post(Self.request(1, method) { $0.append("{}") })
    try finishPosts()
  }

  /// Sends requests of one context together and gives their replies, a line each, in the same order.
  func exchange(_ requests: [[UInt8]]) -> [UInt8] {
    receive(requests.map { .message($0[...]) })
    _ = server.drain()
    return replies.take()
  }

  /// A message for `exchange(_:)`.
  static func request(_ id: Int, _ method: String, _ writeParams: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.append(#"{"jsonrpc":"2.0","id":"#)
    writer.write(id)
    writer.append(#","method":"#)
    writer.write(method)
    writer.append(#","params":"#)
    writeParams(&writer)
    writer.endObject()
    return writer.bytes
  }
}

/// Keeps what the server says.
private final class ReplyBuffer: ByteSink {
  private struct State {
    var bytes: [UInt8] = []
    var keepsResults = true
    /// Whether the rest of a line is dropped.
    var isDropping = false
  }

  private let state = Mutex(State())

  /// Whether replies that come in pieces are kept; all others are in any case, and so is every error.
  var keepsResults: Bool {
    get { state.withLock { $0.keepsResults } }
    set { state.withLock { $0.keepsResults = newValue } }
  }

  func writeNow(_ more: ArraySlice<UInt8>) -> Int? {
    state.withLock { state in
      // A reply in pieces is one line, nothing comes between them, and only a result is long enough for that.
      let isPiece = more.last != UInt8(ascii: "\n")
      if isPiece, !state.keepsResults { state.isDropping = true }
      if !state.isDropping { state.bytes += more }
      if !isPiece { state.isDropping = false }
    }
    return more.count
  }

  func take() -> [UInt8] {
    state.withLock { state in
      defer { state.bytes = [] }
      return state.bytes
    }
  }
}

extension ServerConfiguration {
  /// Whether it is certain that there is no file; one that cannot be looked at may be there.
  fileprivate var isStoreMissing: Bool {
    guard case .file(let path) = storage, !isReadOnly else { return false }
    do {
      _ = try FileManager.default.attributesOfItem(atPath: path)
      return false
    } catch let error as CocoaError {
      return error.code == .fileReadNoSuchFile
    } catch {
      return false
    }
  }
}
