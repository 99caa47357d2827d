import Glibc
import Synchronization

/// The protocol over standard input and output.
///
/// Standard output is kept for the protocol: it is duplicated at the start and the number 1 then means
/// standard error, so that a stray `print` cannot reach the client. SIGPIPE is ignored; a closed output ends
/// the input.
package final class StdioTransport: Sendable {
  /// Bytes asked for in one read.
  package static let chunkSize = 64 << 10

  /// Bytes that the pipes to and from the client should hold: 1 MiB, what Linux gives everybody.
  static let pipeSize: Int32 = 1 << 20

  /// Why reading ended.
  package enum End: Sendable {
    /// The client closed its side.
    case endOfInput

    /// Nobody reads our output any more.
    case outputClosed

    /// `stop()` was called.
    case stopped

    case failed(SystemError)
  }

  /// Writes to what standard output was.
  package let outbox: Outbox

  private let sink: DescriptorSink
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let stopEvent: FileDescriptor

  /// Takes standard input and output over.
  ///
  /// - Parameter tap: is told of every message before the client can read it.
  /// - Throws: `SystemError` if they cannot be duplicated.
  package convenience init(tap: (any MessageTap)? = nil) throws(SystemError) {
    _ = signal(SIGPIPE, SIG_IGN)
    let output = try FileDescriptor.standardOutput.duplicate()
    try FileDescriptor.standardOutput.becomeCopy(of: .standardError)
    FileDescriptor.standardInput.widenPipe(to: Self.pipeSize)
    output.widenPipe(to: Self.pipeSize)
    try self.init(reading: FileDescriptor.standardInput.number, writing: output.number, tap: tap)
  }

  /// Uses other descriptors, which stay the caller's to close, the output after `finish()`.
  package init(
    reading input: Int32, writing output: Int32, tap: (any MessageTap)? = nil
  ) throws(SystemError) {
    self.input = FileDescriptor(number: input)
    self.output = FileDescriptor(number: output)
    stopEvent = try FileDescriptor.makeEvent()
    sink = DescriptorSink(descriptor: self.output)
    outbox = Outbox(sink: sink, tap: tap)
  }

  /// Why replies could not be written; nil while they can be, and if the reader just went away.
  package var writeFailure: SystemError? {
    sink.failure.withLock { $0 }.flatMap { $0.isReaderGone ? nil : $0 }
  }

  deinit { stopEvent.close() }

  /// Reads until the end, on the calling thread; each chunk's messages are handed over together.
  package func run(framer: some Framer, handle: ([FramedMessage]) -> Void) -> End {
    var framer = framer
    var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
    var messages: [FramedMessage] = []
    while true {
      if let end = waitForInput() { return end }
      switch input.read(using: &buffer) {
      case .bytes(let chunk):
        framer.receive(chunk, into: &messages)
        outbox.framing = framer.framing
        deliver(&messages, handle)
      case .endOfFile:
        framer.finish(into: &messages)
        outbox.framing = framer.framing
        deliver(&messages, handle)
        return .endOfInput
      case .failed(let error):
        return .failed(error)
      }
      if outbox.isClosed { return .outputClosed }
    }
  }

  /// Makes `run` return before its next read; from any thread, also before it was called.
  package func stop() {
    stopEvent.notify()
  }

  /// Waits until everything that was sent is written, or the reader is gone; nothing is written afterwards.
  package func finish() {
    outbox.finish()
    sink.close()
  }

  private func deliver(_ messages: inout [FramedMessage], _ handle: ([FramedMessage]) -> Void) {
    guard !messages.isEmpty else { return }
    handle(messages)
    messages.removeAll(keepingCapacity: true)
  }

  /// Nil when there is something to read, or the end of it.
  private func waitForInput() -> End? {
    // Errors and hang-ups of the output are reported without being asked for: so a client that went away is
    // noticed.
    let ready = FileDescriptor.wait(for: [(stopEvent, Int16(POLLIN)), (output, 0), (input, Int16(POLLIN))])
    if ready[0] != 0 { return .stopped }
    if ready[1] & Int16(POLLERR | POLLHUP) != 0 { return .outputClosed }
    return nil
  }
}
