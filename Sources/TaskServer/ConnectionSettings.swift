import Synchronization

/// What a client has asked for at `initialize`; the defaults hold until then, and for clients that never send
/// it.
struct ConnectionSettings: Sendable {
  /// Notifications of saves by this process.
  var wantsDidSave = false
  /// Notifications of saves by other processes.
  var wantsStoreDidChange = false
  var wire: WireSettings
  var positions = PositionEncoding.utf8
}
