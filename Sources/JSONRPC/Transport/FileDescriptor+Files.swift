import Glibc

/// What is open, or stands under a path.
struct FileStatus: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int
  let isRegular: Bool

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }

  func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

extension FileDescriptor {
  /// Opens a file for appending whole writes, made with mode 0600 if it is missing.
  ///
  /// A pipe that nobody reads is an error instead of a wait.
  static func append(to path: String) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let number = unsafe open(path, flags, 0o600)
    guard number >= 0 else { throw SystemError(errno) }
    return FileDescriptor(number: number)
  }

  /// What is open; nil if the system does not say.
  var facts: FileStatus? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return nil }
    return FileStatus(status)
  }

  /// What a path leads to; nil for nothing.
  static func facts(of path: String) -> FileStatus? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return FileStatus(status)
  }

  /// Gives a file another name, in the place of what had it.
  ///
  /// - Throws: `SystemError` if it is missing or cannot be renamed.
  static func rename(_ path: String, to name: String) throws(SystemError) {
    guard unsafe Glibc.rename(path, name) == 0 else { throw SystemError(errno) }
  }

  /// Waits until no other process holds the file's lock, and holds it.
  ///
  /// Source: flock(2).
  func lock() { while flock(number, LOCK_EX) != 0, errno == EINTR {} }

  /// Holds the file's lock if nobody else does.
  func tryLock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  func unlock() { _ = flock(number, LOCK_UN) }

  /// Only the owner may read and write the file.
  func makePrivate() { _ = fchmod(number, 0o600) }

  /// Cuts the file off after so many bytes.
  func truncate(to size: Int) { _ = ftruncate(number, size) }
}
