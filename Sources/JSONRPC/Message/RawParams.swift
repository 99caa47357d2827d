import JSON

/// The params of a request as they came, checked to be JSON and nothing more.
package struct RawParams: Sendable {
  /// The exact text; nil if params are absent or null, which mean the same.
  package let bytes: ArraySlice<UInt8>?
  /// The members of an object, found when the message was scanned.
  private let members: [RawMember]

  /// - Parameters:
  ///   - bytes: one valid JSON value without white space around it, or nil.
  ///   - members: all of them if it is an object.
  init(_ bytes: ArraySlice<UInt8>?, members: [RawMember]) {
    self.bytes = bytes
    self.members = members
  }

  /// Absent or null.
  static let none = RawParams(nil, members: [])

  /// Longest params that are copied out of what was read with them: 16 KiB.
  private static let detachedLimit = 16 << 10

  /// The same params, without the rest of the bytes that were read from the client at once: for a request
  /// that waits.
  ///
  /// Long ones are not copied; at most 64 KiB are read at once, so they keep little beside themselves.
  package var detached: RawParams {
    guard let bytes, bytes.count <= Self.detachedLimit else { return self }
    return RawParams(Array(bytes)[...], members: members)
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
  package func member(_ name: String) -> RawJSON? {
    guard let bytes, let member = members.first(where: { $0.key.equals(name, bytes.span) }) else {
      return nil
    }
    return RawJSON(
      bytes[bytes.startIndex + member.value.lowerBound..<bytes.startIndex + member.value.upperBound])
  }

  private func objectReader() throws(WireError) -> WireReader {
    guard let bytes else { return WireReader(Self.emptyObject) }
    var reader = WireReader(bytes, members: members)
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
