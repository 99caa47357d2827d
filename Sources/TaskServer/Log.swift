/// What goes to the log, and what is left out.
///
/// SQL, file paths and reasons that clients are not told go here and nowhere else.
package struct Log: Sendable {
  /// One place where lines end up.
  package struct Outlet: Sendable {
    /// The least important lines that are written.
    let level: LogLevel
    let write: @Sendable (LogLevel, String) -> Void

    /// - Parameter write: takes a level and one line of text, and returns at once.
    package init(level: LogLevel, write: @escaping @Sendable (LogLevel, String) -> Void) {
      self.level = level
      self.write = write
    }
  }

  private let outlets: [Outlet]
  private let countDropped: @Sendable () -> Int

  /// - Parameter droppedCount: how many lines were lost so far.
  package init(_ outlets: [Outlet], droppedCount: @escaping @Sendable () -> Int = { 0 }) {
    self.outlets = outlets
    countDropped = droppedCount
  }

  /// A log that writes `objwire: level: message`.
  ///
  /// - Parameter write: takes one line without its end; must not block for long.
  package init(level: LogLevel, write: @escaping @Sendable (String) -> Void) {
    self.init([Outlet(level: level) { level, text in write(Self.plainLine(level, text)) }])
  }

  /// Nothing is logged.
  package static let silent = Log([])

  /// Lines that were lost, because nobody read them or the disk was full.
  var droppedCount: Int { countDropped() }

  /// Whether lines of this level are written anywhere.
  func isWanted(_ level: LogLevel) -> Bool { outlets.contains { level <= $0.level } }

  /// Writes one line if its level is wanted; the message is made only then.
  package func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String) {
    guard isWanted(level) else { return }
    let text = Self.oneLine(message())
    for outlet in outlets where level <= outlet.level { outlet.write(level, text) }
  }

  /// A line as people read it on standard error.
  package static func plainLine(_ level: LogLevel, _ text: String) -> String {
    "objwire: \(level.rawValue): \(text)"
  }

  /// Text with its control characters escaped, so that nobody's name for a thing becomes a line of its own,
  /// or a terminal's command.
  private static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: breaksLine) else { return text }
    return text.unicodeScalars.map { scalar in
      breaksLine(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  /// The control characters C0, DEL and C1, and what Unicode calls a separator of lines or paragraphs.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
