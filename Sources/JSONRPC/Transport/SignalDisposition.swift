import Glibc

/// What happens to this process when a signal comes.
package enum SignalDisposition {
  /// Ignores a signal from now on.
  ///
  /// - Returns: whether it was ignored before, as by nohup(1).
  package static func ignore(_ number: Int32) -> Bool {
    let earlier = signal(number, SIG_IGN)
    return unsafe unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
