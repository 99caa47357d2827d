import Dispatch
import Glibc
import JSONRPC
import ObjectGraph
import TaskServer

/// `objwire serve`: the protocol on standard input and output until one of them ends.
struct ServeCommand {
  let configuration: ServerConfiguration

  func run() -> Int32 {
    let log = Log(level: configuration.logLevel) { ErrorOutput.write(line: $0) }
    let transport: StdioTransport
    do throws(SystemError) {
      transport = try StdioTransport()
    } catch {
      log(.error, "standard input and output cannot be used: error \(error.code)")
      return ExitCode.storeNotOpened.rawValue
    }
    do throws(StoreError) {
      let server = try Server(
        configuration: configuration, outbox: transport.outbox, log: log, endInput: { transport.stop() })
      return serve(server, transport)
    } catch {
      log(.error, StoreFailure.sentence(error))
      return ExitCode.storeNotOpened.rawValue
    }
  }

  private func serve(_ server: Server, _ transport: StdioTransport) -> Int32 {
    let signals = SignalWatch(signals: [SIGTERM, SIGINT], transport: transport)
    _ = transport.run(
      framer: LineFramer(maximum: configuration.messageLimit), handle: server.makeReceiver())
    // A signal that comes while accepted requests are still at work leaves them two seconds from then on.
    while !server.drain(until: signals.deadline ?? .now() + .milliseconds(100)) {
      if let deadline = signals.deadline, deadline <= .now() { break }
    }
    transport.outbox.flush()
    let code = server.close(isDrained: signals.code == nil)
    return signals.code ?? code
  }
}
