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

  func run() -> Int32 {
    let params: JSONValue
    do throws(JSONError) {
      params = try readParams()
    } catch {
      ErrorOutput.write(line: "objwire: PARAMS are not valid JSON: \(error)")
      return ExitCode.usage.rawValue
    }
    let log = Log(level: configuration.logLevel) { ErrorOutput.write(line: $0) }
    var saving = configuration
    saving.savesAutomatically = true
    do throws(StoreError) {
      let transport = MemoryTransport()
      let server = try Server(configuration: saving, outbox: transport.outbox, log: log)
      transport.receive(request(params), handle: server.makeReceiver())
      _ = server.drain()
      let code = show(transport.takeMessages().last ?? "")
      let closed = server.close()
      return code == ExitCode.success.rawValue ? closed : code
    } catch {
      log(.error, StoreFailure.sentence(error))
      return ExitCode.storeNotOpened.rawValue
    }
  }

  private func readParams() throws(JSONError) -> JSONValue {
    guard let params else { return [:] }
    guard params == "-" else { return try JSONValue(parsing: params) }
    var input = ""
    while let line = readLine(strippingNewline: false) { input += line }
    return try JSONValue(parsing: input)
  }

  private func request(_ params: JSONValue) -> String {
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    return message.text + "\n"
  }

  private func show(_ reply: String) -> Int32 {
    let message = try? JSONValue(parsing: reply)
    if let result = message?["result"] {
      print(result.text)
      return ExitCode.success.rawValue
    }
    ErrorOutput.write(line: message?["error"]?.text ?? "objwire: no reply")
    return ExitCode.exitWithoutShutdown.rawValue
  }
}
