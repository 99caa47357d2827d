import CLinux
import Glibc

/// A number of the system's for something open; the only file here that hands memory to the system.
struct FileDescriptor: Hashable, Sendable {
  let number: Int32

  static let standardInput = FileDescriptor(number: 0)
  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  /// What became of a read.
  enum ReadResult {
    case bytes([UInt8])
    case endOfFile
    case failed(SystemError)
  }

  /// Waits for bytes and reads at most as many as `buffer` has room for.
  func read(using buffer: inout [UInt8]) -> ReadResult {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { memory in
        unsafe Glibc.read(number, memory.baseAddress, memory.count)
      }
      if count > 0 { return .bytes(Array(buffer[..<count])) }
      if count == 0 { return .endOfFile }
      switch errno {
      case EINTR: continue
      case EAGAIN: _ = Self.wait(for: [(self, Int16(POLLIN))])
      default: return .failed(SystemError(errno))
      }
    }
  }

  /// Writes all bytes, waiting as long as it takes.
  func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  /// Writes all bytes, waiting as long as it takes.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try writeOnce(rest)
      rest.removeFirst(count)
      if count == 0 { _ = Self.wait(for: [(self, Int16(POLLOUT))]) }
    }
  }

  /// Writes some of the bytes, none if the descriptor is one that does not wait and there is no room.
  func writeOnce(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try Self.count { unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) } }
  }

  /// Writes to a socket what it takes without waiting.
  ///
  /// Source: send(2), MSG_DONTWAIT.
  func sendNow(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    return try Self.count {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.send(number, $0.baseAddress, $0.count, flags) }
    }
  }

  /// What a call that writes has done: the bytes it took, none if there was no room.
  private static func count(_ write: () -> Int) throws(SystemError) -> Int {
    while true {
      let count = write()
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: throw SystemError(errno)
      }
    }
  }

  /// What kind of thing is open; nil if the system does not say.
  var kind: Kind? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFBLK: return .file
    case S_IFIFO, S_IFCHR: return .stream
    case S_IFSOCK: return .socket
    default: return nil
    }
  }

  enum Kind {
    /// Has a position of its own; writing waits for the disk alone.
    case file
    /// A pipe, a terminal or another device.
    case stream
    case socket
  }

  /// A second way to the same stream, which never waits; the first one stays as it is, for whoever shares it.
  ///
  /// - Returns: nil if the system does not give it: no /proc, or a pipe of another user.
  func reopenWithoutWaiting() -> FileDescriptor? {
    let flags = O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let copy = unsafe open("/proc/self/fd/\(number)", flags)
    return copy < 0 ? nil : FileDescriptor(number: copy)
  }

  /// Waits until one of the descriptors is ready; returns what each is ready for (`POLLIN`, `POLLERR`,
  /// `POLLHUP` …).
  ///
  /// - Parameter milliseconds: how long at most; −1 for ever, 0 only looks.
  static func wait(for interests: [(FileDescriptor, Int16)], milliseconds: Int32 = -1) -> [Int16] {
    var entries = interests.map { pollfd(fd: $0.0.number, events: $0.1, revents: 0) }
    while true {
      let count = unsafe entries.withUnsafeMutableBufferPointer { memory in
        unsafe poll(memory.baseAddress, nfds_t(memory.count), milliseconds)
      }
      if count >= 0 || errno != EINTR { return entries.map(\.revents) }
    }
  }

  /// A second descriptor for the same thing, closed when another program is run.
  func duplicate() throws(SystemError) -> FileDescriptor {
    // A variadic C function; 10 keeps clear of the standard three even where some of them are closed.
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 10)
    guard copy >= 0 else { throw SystemError(errno) }
    return FileDescriptor(number: copy)
  }

  /// Asks for a pipe that holds so many bytes, so that both sides change places less often; nothing happens
  /// if it is no pipe, or if the system does not give that many.
  ///
  /// Source: fcntl(2), F_SETPIPE_SZ.
  func widenPipe(to bytes: Int32) {
    _ = fcntl(number, F_SETPIPE_SZ, bytes)
  }

  /// Whether the number means something.
  var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

  /// Opens /dev/null under the lowest number that is free.
  static func openNull() throws(SystemError) {
    guard unsafe open("/dev/null", O_RDWR) >= 0 else { throw SystemError(errno) }
  }

  /// What an error number means, in English.
  static func reason(ofError code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Columns of a terminal's window; nil for what is no terminal, or for one that does not know.
  ///
  /// Source: ioctl_tty(2), TIOCGWINSZ.
  var windowColumnCount: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Makes this number mean what `other` means.
  func becomeCopy(of other: FileDescriptor) throws(SystemError) {
    guard dup2(other.number, number) >= 0 else { throw SystemError(errno) }
  }

  /// A counter that is readable once `notify()` was called.
  static func makeEvent() throws(SystemError) -> FileDescriptor {
    let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard number >= 0 else { throw SystemError(errno) }
    return FileDescriptor(number: number)
  }

  /// Makes an event readable; safe in a signal handler.
  func notify() {
    _ = eventfd_write(number, 1)
  }

  /// Gives the number back; nobody may use it afterwards.
  func close() {
    _ = Glibc.close(number)
  }
}
