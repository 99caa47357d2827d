import CLinux
import Glibc

/// Signals that are read like input instead of interrupting: none is lost, however early it comes.
///
/// To be made before any other thread, since each thread inherits what is held back. Source: signalfd(2).
package struct SignalQueue: Sendable {
  private let descriptor: FileDescriptor

  /// Holds these signals back from now on.
  ///
  /// - Parameter respectingIgnored: those among them that stay ignored if they are already, as by nohup(1).
  /// - Throws: `SystemError` if the system has no descriptor left.
  package init(_ numbers: [Int32], respectingIgnored: Set<Int32> = []) throws(SystemError) {
    // What is held back is queued even where it is ignored, so whatever is not watched is simply never seen.
    var held = Self.set(of: numbers)
    unsafe pthread_sigmask(SIG_BLOCK, &held, nil)
    var watched = Self.set(of: numbers.filter { !respectingIgnored.contains($0) || !Self.isIgnored($0) })
    let opened = unsafe signalfd(-1, &watched, Int32(SFD_CLOEXEC))
    guard opened >= 0 else { throw SystemError(errno) }
    descriptor = FileDescriptor(number: opened)
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    unsafe sigaction(number, nil, &current)
    let handler = unsafe current.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits for the next signal.
  package func next() -> Int32? {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<signalfd_siginfo>.size)
    guard case .bytes(let record) = descriptor.read(using: &buffer), record.count >= 4 else { return nil }
    // The number of the signal comes first, in the machine's order of bytes.
    return Int32(bitPattern: record.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }
}
