import Glibc

/// Where progress and complaints go, so that `--json` leaves standard output to machines.
struct StandardError: TextOutputStream {
  /// The one stream of this process.
  @MainActor static var stream = StandardError()

  func write(_ string: String) {
    var rest = Array(string.utf8)[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(2, bytes.baseAddress, bytes.count)
      }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
