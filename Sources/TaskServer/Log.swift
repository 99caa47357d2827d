/// What goes to stderr, and what is left out.
package struct Log: Sendable {
  private let level: LogLevel
  private let write: @Sendable (String) -> Void

  /// - Parameter write: takes one line without its end; must not block for long.
  package init(level: LogLevel, write: @escaping @Sendable (String) -> Void) {
    self.level = level
    self.write = write
  }

  /// Nothing is logged.
  package static let silent = Log(level: .error) { _ in }

  /// Writes one line if its level is wanted; the message is made only then.
  package func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String) {
    if level <= self.level { write("objwire: \(level.rawValue): \(message())") }
  }
}
