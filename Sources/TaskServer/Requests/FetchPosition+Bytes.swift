import FoundationEssentials
import ObjectGraph

extension FetchPosition {
  /// What a key is; its content follows.
  private enum Form: UInt8 {
    case null, integer, real, text, blob, digest
  }

  func write(to bytes: inout [UInt8]) {
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
  init?(keyCount: Int, _ reader: inout ByteReader) {
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
