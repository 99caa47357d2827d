internal import Glibc

/// Waits for changes of the files in one directory.
///
/// Says that something was written, not what. Source: inotify(7).
@safe package final class FileWatch: Sendable {
  /// Why a wait ended.
  package enum Wake: Sendable {
    case changed
    case timedOut
    case stopped
  }

  private let events: Int32
  /// A pair of sockets that nothing is ever read from: bytes in it mean that the watch has ended.
  private let stopReader: Int32
  private let stopWriter: Int32

  /// Begins to watch; nil where the system gives no watch.
  package init?(directory: String) {
    events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    var ends: [Int32] = [-1, -1]
    // Swift knows no pipe2, and a pipe that is marked later can be inherited in between.
    _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    (stopReader, stopWriter) = (ends[0], ends[1])
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
    guard events >= 0, stopReader >= 0, unsafe inotify_add_watch(events, directory, mask) >= 0 else {
      closeAll()
      return nil
    }
  }

  deinit { closeAll() }

  /// Waits for a change since the last wait.
  ///
  /// - Parameter milliseconds: how long at most; nil for ever.
  package func wait(milliseconds: Int32?) -> Wake {
    var descriptors = [
      pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events, events: Int16(POLLIN), revents: 0),
    ]
    let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds ?? -1)
    if ready < 0 { return .timedOut }
    if descriptors[0].revents != 0 { return .stopped }
    if descriptors[1].revents == 0 { return .timedOut }
    drain()
    return .changed
  }

  /// Ends the present wait and all later ones.
  package func stop() {
    var byte: UInt8 = 0
    _ = unsafe write(stopWriter, &byte, 1)
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(events, &buffer, buffer.count) > 0 {}
  }

  private func closeAll() {
    for descriptor in [events, stopReader, stopWriter] where descriptor >= 0 { close(descriptor) }
  }
}
