import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import TaskServer

/// `objwire call METHOD [PARAMS|-]`: one request; prints the result alone, or the error on stderr.
struct CallCommand {
  let configuration: ServerConfiguration
  let method: String
  /// JSON, or `-` for standard input; nil for none.
  let params: String?

  func run() -> ExitCode {
    let text: [UInt8]
    do throws(SystemError) {
      text = try paramsText()
    } catch {
      ErrorOutput.write(line: "objwire: standard input cannot be read: \(error.reason)")
      return .failure
    }
    let params: JSONValue
    do throws(JSONError) {
      params = try JSONValue(parsing: text.span)
    } catch {
      ErrorOutput.write(line: "objwire: PARAMS are not valid JSON: \(error)")
      return .usage
    }
    // What a request fails with is printed as its error, and nothing beside it.
    let log = Log(level: configuration.logLevel ?? .error) { ErrorOutput.write(line: $0) }
    var saving = configuration
    saving.savesAutomatically = true
    do throws(StoreError) {
      let transport = MemoryTransport()
      let server = try Server(configuration: saving, outbox: transport.outbox, log: log)
      transport.receive(request(params), handle: server.makeReceiver())
      _ = server.drain()
      let code = show(transport.takeMessages().last ?? "")
      let closed = server.close()
      return code == .success ? closed : code
    } catch {
      log(.error, StoreFailure.sentence(error, configuration))
      return .storeNotOpened
    }
  }

  /// Bytes, for text that is not UTF-8 must not be repaired on the way.
  private func paramsText() throws(SystemError) -> [UInt8] {
    guard let params else { return Array("{}".utf8) }
    return params == "-" ? try StandardInput.readToEnd() : Array(params.utf8)
  }

  private func request(_ params: JSONValue) -> String {
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    return message.text + "\n"
  }

  private func show(_ reply: String) -> ExitCode {
    let message = try? JSONValue(parsing: reply)
    if let result = message?["result"] {
      return Output.print(result.text + "\n")
    }
    ErrorOutput.write(line: message?["error"]?.text ?? "objwire: no reply")
    return .failure
  }
}
