import Dispatch
import Glibc
import JSONRPC
import ObjectGraph
import TaskServer

/// `objwire serve`: the protocol on standard input and output until one of them ends.
struct ServeCommand {
  let configuration: ServerConfiguration

  func run() -> ExitCode {
    let log = Log(level: configuration.logLevel) { ErrorOutput.write(line: $0) }
    let transport: StdioTransport
    do throws(SystemError) {
      transport = try StdioTransport()
    } catch {
      log(.error, "standard input and output cannot be used: error \(error.code)")
      return .storeNotOpened
    }
    do throws(StoreError) {
      let server = try Server(
        configuration: configuration, outbox: transport.outbox, log: log, endInput: { transport.stop() })
      return serve(server, transport)
    } catch {
      log(.error, StoreFailure.sentence(error))
      return .storeNotOpened
    }
  }

  private func serve(_ server: Server, _ transport: StdioTransport) -> ExitCode {
    let end = DispatchSemaphore(value: 0)
    let signals = SignalWatch(stopping: transport) { end.signal() }
    _ = transport.run(
      framer: LineFramer(maximum: configuration.messageLimit), handle: server.makeReceiver())
    server.whenDrained { end.signal() }
    end.wait()
    let isDrained = server.drain(until: .now()) || server.giveUp()
    transport.outbox.flush()
    let code = server.close(isDrained: isDrained)
    return signals.code ?? code
  }
}
