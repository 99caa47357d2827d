import Dispatch
import Glibc
import JSONRPC
import ObjectGraph
import TaskServer

/// `objwire serve`: the protocol on standard input and output until one of them ends.
struct ServeCommand {
  let configuration: ServerConfiguration

  func run() -> ExitCode {
    let log = Log(level: configuration.logLevel ?? .warning) { ErrorOutput.write(line: $0) }
    let transport: StdioTransport
    do throws(SystemError) {
      transport = try StdioTransport()
    } catch {
      log(.error, "standard input and output cannot be used: \(error.reason)")
      return .failure
    }
    do throws(StoreError) {
      let server = try Server(
        configuration: configuration, outbox: transport.outbox, log: log, endInput: { transport.stop() })
      return serve(server, transport, log)
    } catch {
      log(.error, StoreFailure.sentence(error, configuration))
      return .storeNotOpened
    }
  }

  private func serve(_ server: Server, _ transport: StdioTransport, _ log: Log) -> ExitCode {
    let end = DispatchSemaphore(value: 0)
    let signals = SignalWatch(stopping: transport) { end.signal() }
    let inputEnd = transport.run(
      framer: LineFramer(maximum: configuration.messageLimit), handle: server.makeReceiver())
    server.whenDrained { end.signal() }
    end.wait()
    let isDrained = server.drain(until: .now()) || server.giveUp()
    transport.outbox.flush()
    let code = server.close(isDrained: isDrained)
    let streamsCode = complain(about: inputEnd, transport, log)
    return signals.code ?? (code == .success ? streamsCode : code)
  }

  /// Says what was wrong with the streams, if anything was.
  private func complain(about end: StdioTransport.End, _ transport: StdioTransport, _ log: Log) -> ExitCode {
    var code = ExitCode.success
    if case .failed(let error) = end {
      log(.error, "standard input cannot be read: \(error.reason)")
      code = .failure
    }
    if let error = transport.writeFailure {
      log(.error, "replies cannot be written: \(error.reason)")
      code = .failure
    }
    return code
  }
}
