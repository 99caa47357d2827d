/// A header that means something here; all others are ignored.
///
/// Source: LSP 3.17, base protocol; names in any letter case, as in HTTP.
enum HeaderField: CaseIterable {
  case contentLength
  case contentType

  var name: String {
    switch self {
    case .contentLength: "Content-Length"
    case .contentType: "Content-Type"
    }
  }

  /// The field of this name; nil if it is another.
  init?(named bytes: ArraySlice<UInt8>) {
    guard let field = Self.allCases.first(where: { $0.isNamed(bytes) }) else { return nil }
    self = field
  }

  /// Whether the bytes are the name.
  func isNamed(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.count == name.utf8.count && begins(with: bytes) }

  /// Whether the name begins with the bytes.
  func begins(with bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= name.utf8.count
      && zip(bytes, name.utf8).allSatisfy { HeaderText.lowercased($0) == HeaderText.lowercased($1) }
  }
}
