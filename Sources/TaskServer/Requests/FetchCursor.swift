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

  init(
    store: UUID, entity: EntityDescription, predicate: String?, arguments: JSONValue?, sort: [SortKey],
    resultType: ResultType, includesPendingChanges: Bool
  ) {
    keyCount = sort.count
    var keys = JSONWriter()
    for key in sort { key.descriptor.write(to: &keys) }
    let condition = predicate.map { "\($0)\0\(arguments?.text ?? "")" } ?? ""
    marks = [
      ("store", Self.tag(store.uuidString)), ("entity", Self.tag(entity.name)),
      ("predicate", Self.tag(condition)), ("sort", Self.tag(keys.bytes)),
      ("resultType", Self.tag(resultType.rawValue)),
      ("includesPendingChanges", Self.tag("\(includesPendingChanges)")),
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

/// FNV-1a: they find mistakes and need not resist anybody, since every place a cursor can name may be asked for anyway.
extension FetchCursor {
  private static var checksumSize: Int { MemoryLayout<UInt64>.size }

  private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  private static func tag(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let hash = checksum(bytes)
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

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

// MARK: - Places as bytes

extension FetchPosition {
  /// What a key is; its content follows.
  private enum Form: UInt8 {
    case null, integer, real, text, blob, digest
  }

  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(unsaved == nil ? 0 : 1)
    if let unsaved {
      bytes += unsaved.name.bytes
      bytes.append(bigEndian: UInt64(bitPattern: Int64(unsaved.order)))
    } else {
      bytes.append(bigEndian: UInt64(bitPattern: primaryKey))
    }
    for key in keys { Self.write(key, to: &bytes) }
  }

  private static func write(_ key: Key, to bytes: inout [UInt8]) {
    func append(_ form: Form, _ content: [UInt8]) {
      bytes.append(form.rawValue)
      bytes.append(bigEndian: UInt32(content.count))
      bytes += content
    }
    switch key {
    case .null: bytes.append(Form.null.rawValue)
    case .integer(let number):
      bytes.append(Form.integer.rawValue)
      bytes.append(bigEndian: UInt64(bitPattern: number))
    case .real(let number):
      bytes.append(Form.real.rawValue)
      bytes.append(bigEndian: number.bitPattern)
    case .text(let text): append(.text, text)
    case .blob(let blob): append(.blob, blob)
    case .digest(let digest): append(.digest, digest)
    }
  }

  /// Reads what `write` has written; nil for anything else.
  fileprivate init?(keyCount: Int, _ reader: inout ByteReader) {
    let key: Int64
    var unsaved: Unsaved?
    switch reader.next(UInt8.self) {
    case 0:
      guard let number = reader.next(UInt64.self) else { return nil }
      key = Int64(bitPattern: number)
    case 1:
      guard let name = reader.next(count: 16).flatMap({ UUID(bytes: $0[...]) }),
        let order = reader.next(UInt64.self)
      else { return nil }
      key = Self.unsavedKey
      unsaved = Unsaved(name: name, order: Int(bitPattern: UInt(order)))
    default: return nil
    }
    var keys: [Key] = []
    for _ in 0..<keyCount {
      guard let key = Self.key(&reader) else { return nil }
      keys.append(key)
    }
    self.init(keys: keys, primaryKey: key, unsaved: unsaved)
  }

  private static func key(_ reader: inout ByteReader) -> Key? {
    guard let form = reader.next(UInt8.self).flatMap({ Form(rawValue: $0) }) else { return nil }
    switch form {
    case .null: return .null
    case .integer: return reader.next(UInt64.self).map { .integer(Int64(bitPattern: $0)) }
    case .real:
      guard let number = reader.next(UInt64.self).map({ Double(bitPattern: $0) }), !number.isNaN else {
        return nil
      }
      return .real(number)
    case .text, .blob, .digest:
      guard let count = reader.next(UInt32.self), let content = reader.next(count: Int(count)) else {
        return nil
      }
      return form == .text ? .text(content) : form == .blob ? .blob(content) : .digest(content)
    }
  }
}

// MARK: - Bytes

/// Takes numbers off the front of some bytes.
private struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next number, most significant byte first; nil if there are too few bytes.
  mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    next(count: Number.bitWidth / 8)?.reduce(0) { number, byte in
      number << (Number.bitWidth > 8 ? 8 : 0) | Number(truncatingIfNeeded: byte)
    }
  }

  /// The next bytes; nil if there are too few.
  mutating func next(count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}

extension [UInt8] {
  /// Appends a number, most significant byte first.
  fileprivate mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
