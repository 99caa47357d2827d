import Dispatch
import Synchronization

/// Writes a conversation to a file: every message of both sides in the order in which the server received and
/// sent them, and when each request of a context began to run.
///
/// What the client sends is in the file before anything is done about it, and a reply, or each piece of a
/// long one, before the client can read it; so whoever is killed leaves all that happened. Writing waits for
/// the disk. A disk that is full ends the recording, with whole lines, and not the server.
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
  ///
  /// - Parameter number: that of the first message; see `MessagePlace`.
  package func received(_ messages: [FramedMessage], from number: Int) {
    state.withLock { state in
      var lines: [UInt8] = []
      for (index, message) in messages.enumerated() {
        lines += RecordedEntry(time: time, number: number + index, content: .received(message)).line
      }
      write(lines, &state)
    }
  }

  /// Notes that a request of a context begins to run; to be called before it reads or changes anything.
  ///
  /// - Parameter seed: what its made-up uuids come from; nil if it makes up none.
  package func begins(_ place: MessagePlace, seed: Int64?) {
    note(.begins(item: place.item, seed: seed), of: place.number)
  }

  package func sent(_ message: ArraySlice<UInt8>, of number: Int?) { note(.sent(message), of: number) }

  package func sent(piece: ArraySlice<UInt8>, isLast: Bool, of number: Int?) {
    note(.sentPiece(piece, isLast: isLast), of: number)
  }

  /// Seconds since the beginning.
  private var time: Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }

  private func note(_ content: RecordedEntry.Content, of number: Int?) {
    state.withLock { state in
      if state.hasFailed { return }
      write(RecordedEntry(time: time, number: number, content: content).line, &state)
    }
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
