import JSON

/// Which made-up name of the recording is which of the replay: uuids, also inside of object IDs, and cursors.
///
/// The first time that two stand in the same place they become a pair; from then on each stands for the other
/// alone. What the client made up itself stands for itself.
struct ReplayNames {
  private var newNames: [String: String] = [:]
  private var recordedNames: [String: String] = [:]
  private var cursors: [String: String] = [:]

  /// Whether two strings are the same but for names; learns new pairs.
  mutating func isSame(_ recorded: String, _ new: String) -> Bool {
    if let one = PermanentID(recorded), let other = PermanentID(new) {
      return learn(one.store, other.store) && one.entity == other.entity && learn(recorded, new)
    }
    let (one, other) = (Array(recorded.utf8), Array(new.utf8))
    guard one.count == other.count else { return false }
    var position = 0
    for range in UUIDSearch.ranges(in: one[...]) {
      guard one[position..<range.lowerBound] == other[position..<range.lowerBound],
        UUIDSearch.isUUID(other[range.lowerBound...]), learn(Self.text(one[range]), Self.text(other[range]))
      else { return false }
      position = range.upperBound
    }
    return one[position...] == other[position...]
  }

  /// Makes a pair of two names; false if either stands for another one.
  mutating func learn(_ recorded: String, _ new: String) -> Bool {
    if let known = newNames[recorded] { return known == new }
    guard recordedNames[new] == nil else { return false }
    newNames[recorded] = new
    recordedNames[new] = recorded
    return true
  }

  /// Makes a pair of two cursors, whose text means nothing to anybody else.
  mutating func learn(cursor recorded: String, _ new: String) { cursors[recorded] = new }

  /// What a recorded cursor is now.
  func cursor(_ recorded: String) -> String? { cursors[recorded] }

  /// A string of the recording as the replay has it.
  func translated(_ recorded: String) -> String {
    String(decoding: translated(Array(recorded.utf8)[...]), as: UTF8.self)
  }

  private func translated(_ recorded: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var position = recorded.startIndex
    for uuid in UUIDSearch.ranges(in: recorded) {
      var range = uuid
      var new = newNames[Self.text(recorded[uuid])]
      if let whole = PermanentID.range(around: uuid, in: recorded),
        let known = newNames[Self.text(recorded[whole])]
      {
        range = whole
        new = known
      }
      guard let new else { continue }
      result += recorded[position..<range.lowerBound]
      result += new.utf8
      position = range.upperBound
    }
    return result + recorded[position...]
  }

  /// A message of the client's with the replay's names.
  mutating func translated(message: ArraySlice<UInt8>) -> [UInt8] {
    for range in UUIDSearch.ranges(in: message) {
      let name = Self.text(message[range])
      _ = learn(name, newNames[name] ?? name)
    }
    return translated(message)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
