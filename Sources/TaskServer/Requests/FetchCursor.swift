import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The text of `nextCursor`: a place in the order of a fetch, and which fetch it belongs to.
///
/// It holds everything that the next page needs, so no server keeps anything for it. To clients it is opaque:
/// base64 of version, tags of the fetch, the place, and a checksum.
struct FetchCursor {
  /// The first byte of every cursor; another form gets another number.
  private static let version: UInt8 = 1

  /// What every page of a fetch must agree on, each with what it is called in errors.
  private let marks: [(name: String, tag: UInt32)]
  private let keyCount: Int

  /// - Parameter keyCount: how many of the sort keys decide, and have a value in a place.
  init(
    store: UUID, entity: EntityDescription, predicate: String?, arguments: JSONValue?, sort: [SortKey],
    keyCount: Int, resultType: ResultType, includesPendingChanges: Bool,
    includesSubentities: Bool
  ) {
    self.keyCount = keyCount
    var keys = JSONWriter()
    for key in sort { key.descriptor.write(to: &keys) }
    let condition = predicate.map { "\($0)\0\(arguments?.text ?? "")" } ?? ""
    marks = [
      ("store", Self.tag(store.uuidString)), ("entity", Self.tag(entity.name)),
      ("predicate", Self.tag(condition)), ("sort", Self.tag(keys.bytes)),
      ("resultType", Self.tag(resultType.rawValue)),
      ("includesPendingChanges", Self.tag("\(includesPendingChanges)")),
      ("includesSubentities", Self.tag("\(includesSubentities)")),
    ]
  }

  /// The text for a place.
  func text(_ position: FetchPosition) -> String {
    var bytes = [Self.version]
    for mark in marks { bytes.append(bigEndian: mark.tag) }
    position.shortened.write(to: &bytes)
    bytes.append(bigEndian: Self.checksum(bytes))
    return Base64.encode(bytes.span)
  }

  /// The place of a text that `text` made for the same fetch.
  ///
  /// - Throws: `invalidParams` at `/params/cursor` with the reason.
  func position(_ text: String) throws(RPCError) -> FetchPosition {
    let damaged = Self.refusal("The cursor is damaged.")
    guard let bytes = Base64.decode(text), bytes.count > Self.checksumSize else { throw damaged }
    var end = ByteReader(bytes.suffix(Self.checksumSize))
    let content = bytes.dropLast(Self.checksumSize)
    guard end.next(UInt64.self) == Self.checksum(content) else { throw damaged }
    var reader = ByteReader(content)
    guard reader.next(UInt8.self) == Self.version else { throw damaged }
    for mark in marks where reader.next(UInt32.self) != mark.tag {
      throw Self.refusal("The cursor belongs to a fetch with another \(mark.name).")
    }
    guard let position = FetchPosition(keyCount: keyCount, &reader), reader.isAtEnd else { throw damaged }
    return position
  }

  private static func refusal(_ reason: String) -> RPCError {
    .invalidParams(
      at: "/params/cursor", reason,
      expected: "nextCursor of the page before, with the same params but limit, properties and context")
  }
}

// MARK: - Checksums

/// They find mistakes and need not resist anybody: every place a cursor can name may be asked for anyway.
extension FetchCursor {
  private static var checksumSize: Int { MemoryLayout<UInt64>.size }

  private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 { FNV1a(bytes).value }

  private static func tag(_ bytes: some Sequence<UInt8>) -> UInt32 { FNV1a(bytes).folded }

  private static func tag(_ text: String) -> UInt32 { tag(text.utf8) }
}

extension SortDescriptor {
  /// Appends what makes an order, whichever way it was spelled.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.element()
    writer.write(key)
    writer.write(ascending)
    writer.write(Int64(options.rawValue))
    writer.write((nulls.map { $0 == .first } ?? ascending))
  }
}
