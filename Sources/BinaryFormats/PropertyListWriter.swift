/// Writes binary property lists; equal lists give equal bytes.
///
/// Dictionaries keep the order of their entries. Equal strings, and equal values of every other kind that
/// holds no further objects, are one object that is referred to several times; collections are never shared.
package struct PropertyListWriter {
  /// What stands before the references, which for most objects is everything, and the objects referred to.
  private struct Object {
    var head: [UInt8]
    var references: [Int] = []
  }

  private var objects: [Object] = []
  /// Numbers of the objects without references by their bytes.
  private var known: [[UInt8]: Int] = [:]

  /// Writes a property list.
  package static func write(_ list: PropertyList) -> [UInt8] {
    var writer = PropertyListWriter()
    _ = writer.add(list)
    return writer.assembled()
  }

  private init() {}

  private mutating func add(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements): return addCollection(0xA0, elements)
    case .orderedSet(let elements): return addCollection(0xB0, elements)
    case .set(let elements): return addCollection(0xC0, elements)
    case .dictionary(let dictionary): return addDictionary(dictionary)
    default: return addShared(Self.encoded(list))
    }
  }

  private mutating func addShared(_ bytes: [UInt8]) -> Int {
    if let number = known[bytes] { return number }
    known[bytes] = objects.count
    objects.append(Object(head: bytes))
    return objects.count - 1
  }

  /// A collection stands before its elements, so that the top object is the first.
  private mutating func addCollection(_ kind: UInt8, _ elements: [PropertyList]) -> Int {
    let number = objects.count
    objects.append(Object(head: Self.marker(kind, elements.count)))
    let references = elements.map { add($0) }
    objects[number].references = references
    return number
  }

  private mutating func addDictionary(_ dictionary: PropertyListDictionary) -> Int {
    let number = objects.count
    objects.append(Object(head: Self.marker(0xD0, dictionary.entries.count)))
    let keys = dictionary.entries.map { add(.string($0.key)) }
    let values = dictionary.entries.map { add($0.value) }
    objects[number].references = keys + values
    return number
  }

  private func assembled() -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    let referenceSize = Self.byteCount(UInt64(objects.count))
    for object in objects {
      offsets.append(bytes.count)
      bytes += object.head
      for reference in object.references {
        bytes += Self.bigEndian(UInt64(reference), referenceSize)
      }
    }
    let table = bytes.count
    let offsetSize = Self.byteCount(UInt64(table))
    for offset in offsets {
      bytes += Self.bigEndian(UInt64(offset), offsetSize)
    }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    bytes += Self.bigEndian(UInt64(objects.count), 8) + Self.bigEndian(0, 8)
    return bytes + Self.bigEndian(UInt64(table), 8)
  }
}

extension PropertyListWriter {
  /// The bytes of a value that refers to no other; collections have none of their own.
  private static func encoded(_ list: PropertyList) -> [UInt8] {
    switch list {
    case .null, .array, .orderedSet, .set, .dictionary: return [0x00]
    case .boolean(let value): return [value ? 0x09 : 0x08]
    case .integer(let value): return integer(value)
    case .largeInteger(let value): return [0x14] + bigEndian(0, 8) + bigEndian(value, 8)
    case .real(let value): return [0x23] + bigEndian(value.bitPattern, 8)
    case .date(let value): return [0x33] + bigEndian(value.bitPattern, 8)
    case .data(let bytes): return marker(0x40, bytes.count) + bytes
    case .string(let string): return text(string)
    case .uid(let value):
      let size = byteCount(value)
      return [0x80 | UInt8(size - 1)] + bigEndian(value, size)
    }
  }

  /// Negative integers take 8 bytes, because shorter ones are read as unsigned.
  private static func integer(_ value: Int64) -> [UInt8] {
    let bits = UInt64(bitPattern: value)
    let size = byteCount(bits)
    return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(bits, size)
  }

  private static func text(_ string: String) -> [UInt8] {
    let ascii = Array(string.utf8)
    if ascii.allSatisfy({ $0 < 0x80 }) {
      return marker(0x50, ascii.count) + ascii
    }
    let units = Array(string.utf16)
    return marker(0x60, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    guard count >= 15 else { return [kind | UInt8(count)] }
    return [kind | 15] + integer(Int64(count))
  }

  /// 1, 2, 4 or 8: the fewest bytes that hold the number.
  private static func byteCount(_ value: UInt64) -> Int {
    value <= 0xff ? 1 : value <= 0xffff ? 2 : value <= 0xffff_ffff ? 4 : 8
  }

  private static func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
  }
}
