extension ZoneRule {
  /// Reads a rule; nil for what is none.
  init?(parsing text: some Collection<UInt8>) {
    var reader = RuleReader(Array(text))
    guard reader.skipName(), let west = reader.readTime() else { return nil }
    standardOffset = -west
    guard !reader.isAtEnd else { return }
    guard reader.skipName() else { return nil }
    var offset = standardOffset + 3_600
    if !reader.isNext(",") {
      guard let west = reader.readTime() else { return nil }
      offset = -west
    }
    guard reader.skip(","), let start = reader.readChange(), reader.skip(","), let end = reader.readChange(),
      reader.isAtEnd
    else { return nil }
    daylight = Daylight(offset: offset, start: start, end: end)
  }
}

/// Reads the parts of a rule.
private struct RuleReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  func isNext(_ character: Unicode.Scalar) -> Bool {
    position < bytes.count && UInt32(bytes[position]) == character.value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    position += 1
    return true
  }

  /// `CET` or `<+0330>`.
  mutating func skipName() -> Bool {
    let start = position
    if skip("<") {
      while position < bytes.count, !isNext(">") { position += 1 }
      return skip(">")
    }
    while position < bytes.count, isLetter(bytes[position]) { position += 1 }
    return position - start >= 3
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func readTime() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = readNumber(), hours <= 167 else { return nil }
    var seconds = hours * 3_600
    if skip(":") {
      guard let minutes = readNumber(), minutes < 60 else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let rest = readNumber(), rest < 60 else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// `M3.5.0/2`, `J60` or `59`.
  mutating func readChange() -> ZoneRule.Change? {
    guard let day = readDay() else { return nil }
    guard skip("/") else { return ZoneRule.Change(day: day) }
    return readTime().map { ZoneRule.Change(day: day, time: $0) }
  }

  private mutating func readDay() -> ZoneRule.Change.Day? {
    if skip("M") {
      guard let month = readNumber(), skip("."), let week = readNumber(), skip("."), let weekday = readNumber(),
        (1...12).contains(month), (1...5).contains(week), weekday < 7
      else { return nil }
      return .week(month: month, week: week, weekday: weekday)
    }
    if skip("J") { return readNumber().flatMap { (1...365).contains($0) ? .julian($0) : nil } }
    return readNumber().flatMap { $0 <= 365 ? .zeroBased($0) : nil }
  }

  private mutating func readNumber() -> Int? {
    let start = position
    var value = 0
    while position < bytes.count, position - start < 3, bytes[position] >= 0x30, bytes[position] <= 0x39 {
      value = value * 10 + Int(bytes[position]) - 0x30
      position += 1
    }
    return position > start ? value : nil
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}
