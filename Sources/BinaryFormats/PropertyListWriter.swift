/// Writes binary property lists; equal lists give equal bytes.
///
/// Dictionaries keep the order of their entries. Objects are not shared, which other readers do not expect.
package struct PropertyListWriter {
  private var objects: [[UInt8]] = []
  private let referenceSize: Int

  /// Writes a property list.
  package static func write(_ list: PropertyList) -> [UInt8] {
    let size = byteCount(UInt64(count(list)))
    var writer = PropertyListWriter(referenceSize: size)
    _ = writer.add(list)
    return writer.assembled()
  }

  private init(referenceSize: Int) {
    self.referenceSize = referenceSize
  }

  private static func count(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      elements.reduce(1) { $0 + count($1) }
    case .dictionary(let dictionary): dictionary.entries.reduce(1) { $0 + 1 + count($1.value) }
    default: 1
    }
  }

  /// Appends an object and, before its own content is known, room for it: the top object must be the first.
  private mutating func add(_ list: PropertyList) -> Int {
    let number = objects.count
    objects.append([])
    objects[number] = encoded(list)
    return number
  }

  private mutating func encoded(_ list: PropertyList) -> [UInt8] {
    switch list {
    case .null: return [0x00]
    case .boolean(let value): return [value ? 0x09 : 0x08]
    case .integer(let value): return Self.integer(value)
    case .largeInteger(let value): return [0x14] + Self.bigEndian(0, 8) + Self.bigEndian(value, 8)
    case .real(let value): return [0x23] + Self.bigEndian(value.bitPattern, 8)
    case .date(let value): return [0x33] + Self.bigEndian(value.bitPattern, 8)
    case .data(let bytes): return Self.marker(0x40, bytes.count) + bytes
    case .string(let string): return Self.text(string)
    case .uid(let value):
      let size = Self.byteCount(value)
      return [0x80 | UInt8(size - 1)] + Self.bigEndian(value, size)
    case .array(let elements): return collection(0xA0, elements)
    case .orderedSet(let elements): return collection(0xB0, elements)
    case .set(let elements): return collection(0xC0, elements)
    case .dictionary(let dictionary): return encoded(dictionary)
    }
  }

  private mutating func collection(_ kind: UInt8, _ elements: [PropertyList]) -> [UInt8] {
    var bytes = Self.marker(kind, elements.count)
    for element in elements {
      bytes += Self.bigEndian(UInt64(add(element)), referenceSize)
    }
    return bytes
  }

  private mutating func encoded(_ dictionary: PropertyListDictionary) -> [UInt8] {
    var bytes = Self.marker(0xD0, dictionary.entries.count)
    for entry in dictionary.entries {
      bytes += Self.bigEndian(UInt64(add(.string(entry.key))), referenceSize)
    }
    for entry in dictionary.entries {
      bytes += Self.bigEndian(UInt64(add(entry.value)), referenceSize)
    }
    return bytes
  }

  private func assembled() -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
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
