/// Where the characters of a folded text begin.
enum CharacterBoundaries {
  /// Folds a text character by character.
  /// - Returns: the folded bytes, for each of them and for the end whether a character begins there, and where
  ///   occurrences may begin and end.
  static func fold(
    _ text: Span<UInt8>, options: StringOptions
  ) -> (bytes: [UInt8], isBoundary: [Bool], boundaries: FoldedBoundaries?) {
    var folder = TextFolder(options: options, capacity: options.folding.isEmpty ? 0 : text.count)
    var bytes: [UInt8] = []
    var isBoundary: [Bool] = []
    isBoundary.reserveCapacity(text.count + 1)
    var start = 0
    for end in ends(of: text) {
      if options.folding.isEmpty {
        for position in start..<end { bytes.append(text[position]) }
        isBoundary.append(true)
        isBoundary.append(contentsOf: repeatElement(false, count: end - start - 1))
      } else {
        folder.append(text, start..<end)
        let added = folder.bytes.count - isBoundary.count
        // A mark behind a line feed is a character of its own, and may be stripped.
        if added > 0 { isBoundary.append(true) }
        isBoundary.append(contentsOf: repeatElement(false, count: max(0, added - 1)))
      }
      start = end
    }
    isBoundary.append(true)
    if options.folding.isEmpty { return (bytes, isBoundary, nil) }
    return (folder.bytes, isBoundary, folder.boundaries)
  }

  /// The end of each character in bytes; of each scalar where the bytes are no UTF-8.
  private static func ends(of text: Span<UInt8>) -> [Int] {
    var ends: [Int] = []
    do throws(UTF8.ValidationError) {
      let valid = try UTF8Span(validating: text)
      var characters = valid.makeCharacterIterator()
      while characters.skipForward() > 0 { ends.append(characters.currentCodeUnitOffset) }
    } catch {
      var position = 0
      while position < text.count {
        _ = nextScalar(text, &position)
        ends.append(position)
      }
    }
    return ends
  }
}
