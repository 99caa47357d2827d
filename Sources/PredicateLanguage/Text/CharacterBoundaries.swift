/// Where the characters of a folded text begin.
enum CharacterBoundaries {
  /// Folds a text character by character.
  /// - Returns: the folded bytes, and for each of them and for the end whether a character begins there.
  static func fold(_ text: Span<UInt8>, options: StringOptions) -> (bytes: [UInt8], isBoundary: [Bool]) {
    var folder = TextFolder(options: options, capacity: options.folding.isEmpty ? 0 : text.count)
    var bytes: [UInt8] = []
    var isBoundary: [Bool] = []
    isBoundary.reserveCapacity(text.count + 1)
    var start = 0
    for end in ends(of: text) {
      isBoundary.append(true)
      if options.folding.isEmpty {
        for position in start..<end { bytes.append(text[position]) }
        isBoundary.append(contentsOf: repeatElement(false, count: end - start - 1))
      } else {
        folder.append(text, start..<end)
        let added = folder.bytes.count + 1 - isBoundary.count
        // Nothing is left of a character only if all of it was stripped, which its base never is.
        isBoundary.append(contentsOf: repeatElement(false, count: max(0, added - 1)))
      }
      start = end
    }
    isBoundary.append(true)
    return (options.folding.isEmpty ? bytes : folder.bytes, isBoundary)
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
