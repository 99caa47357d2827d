extension String {
  /// The whole scalars in the first `limit` bytes of its UTF-8.
  package func prefix(bytes limit: Int) -> String {
    // Between two bytes of a scalar the view rounds down.
    let end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex
    return String(unicodeScalars[..<end])
  }
}
