/// Says whether two strings consist of the same UTF-8 bytes.
///
/// `String ==` holds for canonically equivalent strings (NFC and NFD), which user data must not: a stored
/// value would count as unchanged although its bytes differ.
/// - Complexity: O(the shorter one).
public func sameBytes(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
}

/// Says whether two lists of strings consist of the same UTF-8 bytes, element by element.
func sameBytes(_ left: [String], _ right: [String]) -> Bool {
  left.count == right.count && left.elementsEqual(right, by: { sameBytes($0, $1) })
}
