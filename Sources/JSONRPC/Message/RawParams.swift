import JSON

/// The params of a request as they came, checked to be JSON and nothing more.
package struct RawParams: Sendable {
  /// The exact text; nil if params are absent or null, which mean the same.
  package let bytes: ArraySlice<UInt8>?

  package init(_ bytes: ArraySlice<UInt8>?) {
    self.bytes = bytes
  }

  /// Reads the params as an object by name; absent, null and `[]` stand for `{}`.
  ///
  /// - Throws: `RPCError.invalidParams` with the place.
  package func read<Params: WireType>(as type: Params.Type) throws(RPCError) -> Params {
    do throws(WireError) {
      var reader = try objectReader()
      return try Params.read(from: &reader)
    } catch {
      throw .invalidParams(error)
    }
  }

  /// The value of one member; nil if there is none or if params are no object.
  ///
  /// - Complexity: O(length); for the few members that must be known before the params are read.
  package func member(_ name: String) -> RawJSON? {
    guard let bytes, bytes.first == UInt8(ascii: "{") else { return nil }
    var scanner = JSONScanner()
    var position = 0
    var found: RawJSON?
    let span = bytes.span
    try? scanner.visitMembers(span, &position) { key, range in
      if key.equals(name, span) {
        found = RawJSON(bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound])
      }
    }
    return found
  }

  private func objectReader() throws(WireError) -> WireReader {
    guard let bytes else { return WireReader(Self.emptyObject) }
    var reader = WireReader(bytes)
    switch reader.peek() {
    case .object:
      return reader
    case .array where isEmptyArray(bytes):
      return WireReader(Self.emptyObject)
    default:
      throw .expected("an object with members by name")
    }
  }

  private func isEmptyArray(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Between its brackets an empty array has white space only.
    bytes.dropFirst().dropLast().allSatisfy { $0 <= UInt8(ascii: " ") }
  }

  private static let emptyObject: ArraySlice<UInt8> = Array("{}".utf8)[...]
}
