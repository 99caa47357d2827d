/// What a method does to the world, which decides when it may run.
package enum Effect: String, Sendable {
  /// Changes nothing; in the order of its context.
  case read

  /// Changes objects or the store; in the order of its context.
  case write

  /// Changes nothing and concerns no context; on a queue of its own, so that it neither waits for the
  /// contexts' requests nor keeps anything else waiting.
  case inspect

  /// Concerns the connection; runs on receipt, ahead of everything queued.
  case control
}
