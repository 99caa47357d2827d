import Glibc
import Synchronization

/// Writes to a descriptor, without waiting where that can be.
///
/// The client's end of the output may be shared with other processes, so the descriptor itself is never told
/// not to wait: that would hold for all of them.
final class DescriptorSink: ByteSink {
  /// How to write without waiting.
  private enum Way {
    /// A descriptor that never waits, or that waits for the disk alone.
    case direct(FileDescriptor)
    case socket
    /// Only a little, and only when there is room: what a pipe that is ready takes at once (PIPE_BUF of
    /// pipe(7)).
    case littleByLittle
    /// Nothing is written any more.
    case closed
  }

  private static let pipeAtomicSize = 4_096

  /// Why bytes could not be written.
  let failure = Mutex<SystemError?>(nil)
  private let descriptor: FileDescriptor
  private let way: Mutex<Way>

  init(descriptor: FileDescriptor) {
    self.descriptor = descriptor
    let way: Way =
      switch descriptor.kind {
      case .file: .direct(descriptor)
      case .socket: .socket
      case .stream: descriptor.reopenWithoutWaiting().map { .direct($0) } ?? .littleByLittle
      case nil: .littleByLittle
      }
    self.way = Mutex(way)
  }

  deinit { close() }

  /// Gives back what was opened beside the descriptor, which alone would not end the output for its reader.
  func close() {
    way.withLock { way in
      if case .direct(let other) = way, other != descriptor { other.close() }
      way = .closed
    }
  }

  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int? {
    way.withLock { way in
      attempt { () throws(SystemError) in
        switch way {
        case .direct(let descriptor): try descriptor.writeOnce(bytes)
        case .socket: try descriptor.sendNow(bytes)
        case .littleByLittle: hasRoom ? try descriptor.writeOnce(bytes.prefix(Self.pipeAtomicSize)) : 0
        case .closed: nil
        }
      } ?? nil
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    attempt { () throws(SystemError) in try descriptor.write(bytes) } != nil
  }

  private var hasRoom: Bool {
    FileDescriptor.wait(for: [(descriptor, Int16(POLLOUT))], milliseconds: 0)[0] & Int16(POLLOUT) != 0
  }

  private func attempt<Value>(_ work: () throws(SystemError) -> Value) -> Value? {
    do throws(SystemError) {
      return try work()
    } catch {
      failure.withLock { $0 = error }
      return nil
    }
  }
}
