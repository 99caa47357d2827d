import FoundationEssentials
import JSON
import TaskServer

/// The present moment as people and programs read it in files.
enum Timestamp {
  /// RFC 3339 in UTC with three digits for the milliseconds.
  static var now: String {
    let milliseconds = Int((Date.now.timeIntervalSinceReferenceDate * 1_000).rounded(.down))
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    var writer = JSONWriter()
    writer.write(date: Double(seconds))
    // Between the quotes, without the Z.
    let text = String(decoding: writer.bytes.dropFirst().dropLast(2), as: UTF8.self)
    let digits = String(rest)
    return text + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
