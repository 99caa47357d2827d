extension String {
  /// Whether both have the same UTF-8 bytes.
  ///
  /// `==` is canonical equivalence and would make "é" (U+00E9) and "é" (U+0065 U+0301) one key.
  package func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
