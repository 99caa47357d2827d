internal import CSQLite

extension Handle {
  /// Machine steps between two looks at the cancel flag: below 0.1 ms.
  static let progressOperations: Int32 = 4_000

  /// Installs the callbacks; they see this handle without owning it, and end with the connection.
  func installCallbacks() {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_busy_handler(
      pointer,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let handle = unsafe Unmanaged<Handle>.fromOpaque(context).takeUnretainedValue()
        return handle.waitsAgain(after: count) ? 1 : 0
      }, me)
    unsafe sqlite3_progress_handler(
      pointer, Handle.progressOperations,
      { context in
        guard let context = unsafe context else { return 0 }
        let handle = unsafe Unmanaged<Handle>.fromOpaque(context).takeUnretainedValue()
        return handle.isCancelled?() == true ? 1 : 0
      }, me)
  }

  /// Waits a little for somebody else's lock; false when the time is over or the work was cancelled.
  ///
  /// SQLite has no way to be woken by a lock of another process, so waiting means asking again.
  func waitsAgain(after count: Int32) -> Bool {
    guard isPatient else { return false }
    let now = ContinuousClock.now
    let start = count == 0 ? now : (waitStart ?? now)
    waitStart = start
    let waited = now - start
    guard waited < .milliseconds(busyTimeoutMilliseconds), isCancelled?() != true else { return false }
    sqlite3_sleep(Handle.pause(after: count))
    return true
  }

  /// Milliseconds to pause, short at first because most locks are held for a fraction of one.
  private static func pause(after count: Int32) -> Int32 {
    count < 5 ? 1 : min(count, 25)
  }
}
