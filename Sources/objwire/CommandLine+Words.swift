import FoundationEssentials

extension CommandLine {
  /// What follows the program's name.
  ///
  /// `arguments` has U+FFFD where a word is not UTF-8; text that is stored, or names a file, must not be
  /// repaired.
  static func words() throws(UsageError) -> [String] {
    let words = Array(arguments.dropFirst())
    let mayBeRepaired = words.contains { $0.unicodeScalars.contains("\u{FFFD}") }
    guard mayBeRepaired, let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline") else {
      return words
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw UsageError(message: "the command line is not UTF-8")
    }
    return words
  }
}
