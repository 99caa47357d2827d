import Foundation
import JSON
import JSONRPC
import ObjectGraph
import Testing

import TaskServer

/// A server in this process and a client that talks to it in lines.
final class Conversation {
  let server: Server
  private let transport = MemoryTransport()
  private let receive: ([FramedMessage]) -> Void
  private var nextID = 0

  init(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
    var configuration = ServerConfiguration()
    configuration.timeZone = "UTC"
    configure(&configuration)
    server = try Server(configuration: configuration, outbox: transport.outbox, log: .silent)
    receive = server.makeReceiver()
  }

  /// Sends lines as one chunk and waits until all is answered.
  func say(_ lines: String...) -> [String] {
    transport.receive(lines.joined(separator: "\n") + "\n", handle: receive)
    _ = server.drain()
    return transport.takeMessages()
  }

  /// Sends a stream that is framed in some way and waits until all is answered: the text of the answers.
  func say(_ text: String, framer: some Framer) -> String {
    transport.receive(text, framer: framer, handle: receive)
    _ = server.drain()
    return transport.takeText()
  }

  /// Sends lines as one chunk; what is answered by the time all are read.
  func sayWithoutWaiting(_ lines: String...) -> [String] {
    transport.receive(lines.joined(separator: "\n") + "\n", handle: receive)
    return transport.takeMessages()
  }

  /// Sends one request; its result or its error.
  func call(_ method: String, _ params: String = "{}") throws -> JSONValue {
    nextID += 1
    let line = #"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)","params":\#(params)}"#
    let replies = say(line.replacing("\n", with: " "))
    let reply = try JSONValue(parsing: try #require(replies.first { $0.contains(#""id":\#(nextID)"#) }))
    return try #require(reply["result"] ?? reply["error"])
  }
}

extension Conversation {
  /// Text of the manual with this server's store in the place of the manual's.
  func withStore(of text: String) throws -> String {
    let uuid = try #require(try call("server.status")["store"]?["uuid"]?.string)
    return text.replacing(Self.manualStore, with: uuid)
  }

  private static let manualStore = "5C2B1E0A-6F0E-4C39-8C0F-0C1D7B1B2A11"

  /// The text with UUIDs replaced by numbers in order of appearance, so that it can be compared.
  static func normalized(_ text: String) -> String {
    var names: [String: String] = [:]
    let pattern = /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/
    return text.replacing(pattern) { match in
      let known = names[String(match.output)] ?? "U\(names.count + 1)"
      names[String(match.output)] = known
      return known
    }
  }
}
