import Dispatch
import Glibc
import JSONRPC
import ObjectGraph
import TaskServer

/// `objwire serve`: the protocol on standard input and output until one of them ends.
struct ServeCommand {
  let configuration: ServerConfiguration

  func run() -> ExitCode {
    do throws(SystemError) {
      // Before the log makes the first thread.
      return run(at: try EarlyEnd.holdSignals())
    } catch {
      ErrorOutput.write(line: "objwire: signals cannot be watched: \(error.reason)")
      return .failure
    }
  }

  private func run(at signals: SignalQueue) -> ExitCode {
    let serveLog: ServeLog
    let recording: ServeRecording?
    do throws(UsageError) {
      try ServeFiles.check(configuration)
      serveLog = try ServeLog(configuration)
      recording = try ServeRecording(configuration, log: serveLog.log)
    } catch {
      ErrorOutput.write(line: "objwire: \(error.message)")
      return .usage
    }
    defer { serveLog.finish() }
    return run(serveLog.log, recording, at: signals)
  }

  private func run(_ log: Log, _ recording: ServeRecording?, at signals: SignalQueue) -> ExitCode {
    let transport: StdioTransport
    do throws(SystemError) {
      transport = try StdioTransport(tap: recording?.recorder)
    } catch {
      log(.error, "standard input and output cannot be used: \(error.reason)")
      return .failure
    }
    let isDone = DispatchSemaphore(value: 0)
    let earlyEnd = EarlyEnd(of: transport, at: signals)
    do throws(StoreError) {
      let server = try Server(
        configuration: configuration, outbox: transport.outbox, log: log, recorder: recording?.recorder
      ) { end in
        switch end {
        case .goodbye: transport.stop()
        case .clientDied: earlyEnd.begin(.success)
        }
      }
      earlyEnd.whenTimeIsUp {
        // What waits is answered, which also frees a reader's thread that waits for room.
        _ = server.giveUp()
        isDone.signal()
      }
      try recording?.begin(server)
      server.logBeginning()
      let inputEnd = transport.run(
        framer: StreamFramer(configuration.framing, maximum: configuration.messageLimit),
        handle: server.makeReceiver())
      server.whenDrained { isDone.signal() }
      isDone.wait()
      let code = finish(server, transport)
      let streamsCode = complain(about: inputEnd, transport, log)
      return earlyEnd.code ?? (code == .success ? streamsCode : code)
    } catch {
      log(.error, StoreFailure.sentence(error, configuration))
      return .storeNotOpened
    }
  }

  /// Gives the store back before the last replies are written: a client that is slow to read keeps nobody
  /// else waiting.
  private func finish(_ server: Server, _ transport: StdioTransport) -> ExitCode {
    let isDrained = server.drain(until: .now()) || server.giveUp()
    let code = server.close(isDrained: isDrained)
    transport.finish()
    server.logEnd()
    return code
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
