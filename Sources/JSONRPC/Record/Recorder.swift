import Dispatch
import Synchronization

/// Writes a conversation to a file: every message of both sides in the order in which the server received and sent them.
///
/// What the client sends is in the file before anything is done about it, and a reply before the client can read it; so
/// whoever is killed leaves all that happened. Writing waits for the disk. A disk that is full ends the recording, with
/// whole lines, and not the server.
package final class Recorder: MessageTap {
  /// Why a file cannot take a recording.
  package enum Refusal: Error {
    /// It has content already, or another server records into it.
    case exists
    /// A directory, a pipe or a device.
    case noFile
    case system(SystemError)
  }

  private struct State {
    var size = 0
    var hasFailed = false
    /// The beginning of a message that is being sent in pieces.
    var pieces: [UInt8] = []
    var isInPieces = false
    /// Messages that the client gets after it.
    var following: [ArraySlice<UInt8>] = []
  }

  private let file: FileDescriptor
  private let state = Mutex(State())
  private let start = DispatchTime.now()
  private let failed: @Sendable (SystemError) -> Void

  /// Makes the file, mode 0600; an empty one may be there already.
  ///
  /// - Parameter failed: called once, if the recording ends because nothing can be written any more.
  package init(path: String, failed: @escaping @Sendable (SystemError) -> Void) throws(Refusal) {
    self.failed = failed
    do throws(SystemError) {
      file = try FileDescriptor.append(to: path)
    } catch {
      throw .system(error)
    }
    guard let facts = file.facts, facts.isRegular else { throw .noFile }
    guard file.tryLock(), file.facts?.size == 0 else { throw .exists }
    file.makePrivate()
  }

  deinit { file.close() }

  /// Writes the first line; to be called before anything else.
  ///
  /// - Parameter header: JSON without line ends.
  package func begin(_ header: [UInt8]) { state.withLock { write(header + [0x0A], &$0) } }

  /// Notes what came from the client.
  package func received(_ messages: [FramedMessage]) {
    var lines: [UInt8] = []
    for message in messages {
      let content: RecordedEntry.Content =
        switch message {
        case .message(let bytes): .message(bytes)
        case .tooLong(let maximum): .tooLong(maximum: maximum)
        case .fault(let fault): .fault(fault)
        }
      lines += RecordedEntry(time: time, side: .client, content: content).line
    }
    state.withLock { write(lines, &$0) }
  }

  /// Notes that a request has changed the store; to be called as soon as it has.
  package func committed(_ number: UInt64, by id: RequestID?) {
    let entry = RecordedEntry(time: time, side: .server, content: .commit(number: number, id: id))
    state.withLock { write(entry.line, &$0) }
  }

  package func sent(_ message: ArraySlice<UInt8>) {
    state.withLock { state in
      if state.isInPieces { state.following.append(message) } else { note(message, &state) }
    }
  }

  package func sentPiece(_ bytes: [UInt8]) {
    state.withLock { state in
      state.isInPieces = true
      if !state.hasFailed { state.pieces += bytes }
    }
  }

  package func sentLastPiece(_ bytes: [UInt8]) {
    state.withLock { state in
      note((state.pieces + bytes)[...], &state)
      for message in state.following { note(message, &state) }
      state.pieces = []
      state.following = []
      state.isInPieces = false
    }
  }

  /// Seconds since the beginning.
  private var time: Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }

  private func note(_ message: ArraySlice<UInt8>, _ state: inout State) {
    if state.hasFailed { return }
    write(RecordedEntry(time: time, side: .server, content: .message(message)).line, &state)
  }

  private func write(_ lines: [UInt8], _ state: inout State) {
    if state.hasFailed { return }
    do throws(SystemError) {
      try file.write(lines)
      state.size += lines.count
    } catch {
      state.hasFailed = true
      file.truncate(to: state.size)
      failed(error)
    }
  }
}
