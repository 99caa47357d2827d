/// Reads binary property lists.
///
/// ```
/// bplist00 | objects … | offset of each object | trailer: sizes, count, number of the top object
///            a marker byte (kind, size), then content; collections hold numbers of objects
/// ```
package struct PropertyListReader {
  let bytes: [UInt8]
  /// Bytes in a reference to an object.
  private let referenceSize: Int
  /// Where each object begins.
  private let offsets: [Int]
  private var readCount = 0
  /// Collections around the object being read.
  private var open: [Int] = []

  private static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32

  /// Reads a property list.
  ///
  /// - Throws: `PropertyListError`; nothing in the bytes can make it trap or run away.
  package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    guard bytes.starts(with: magic) else { throw .notAPropertyList }
    guard bytes.count >= magic.count + trailerSize else { throw .truncated }
    let trailer = bytes.count - trailerSize
    let count = unsignedInteger(bytes[(trailer + 8)..<(trailer + 16)])
    let top = unsignedInteger(bytes[(trailer + 16)..<(trailer + 24)])
    let table = unsignedInteger(bytes[(trailer + 24)..<(trailer + 32)])
    guard count <= UInt64(PropertyListLimits.objects) else { throw .tooMany }
    let offsets = try offsets(bytes, Int(count), size: Int(bytes[trailer + 6]), table)
    var reader = PropertyListReader(
      bytes: bytes, referenceSize: Int(bytes[trailer + 7]), offsets: offsets)
    guard let top = Int(exactly: top) else { throw .truncated }
    return try reader.object(top)
  }

  private init(bytes: [UInt8], referenceSize: Int, offsets: [Int]) {
    self.bytes = bytes
    self.referenceSize = referenceSize
    self.offsets = offsets
  }

  private static func offsets(
    _ bytes: [UInt8], _ count: Int, size: Int, _ table: UInt64
  ) throws(PropertyListError) -> [Int] {
    let end = bytes.count - trailerSize
    guard (1...8).contains(size), table <= UInt64(end), count * size <= end - Int(table) else {
      throw .truncated
    }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      let start = Int(table) + index * size
      let offset = unsignedInteger(bytes[start..<(start + size)])
      guard offset < UInt64(end) else { throw .truncated }
      offsets.append(Int(offset))
    }
    return offsets
  }

  private mutating func object(_ number: Int) throws(PropertyListError) -> PropertyList {
    guard number < offsets.count else { throw .truncated }
    readCount += 1
    guard readCount <= PropertyListLimits.objects else { throw .tooMany }
    let offset = offsets[number]
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0x0: return try simple(low, number)
    case 0x1: return try integer(size: 1 << low, offset + 1, number)
    case 0x2: return try real(size: 1 << low, offset + 1, number)
    case 0x3: return .date(Double(bitPattern: Self.unsignedInteger(try content(offset + 1, 8))))
    case 0x8: return .uid(Self.unsignedInteger(try content(offset + 1, min(low + 1, 8))))
    case 0x4, 0x5, 0x6: return try text(kind, try length(low, offset), number)
    case 0xA, 0xB, 0xC: return try collection(kind, try length(low, offset), number)
    case 0xD: return try dictionary(try length(low, offset), number)
    default: throw .malformed(object: number)
    }
  }
}

extension PropertyListReader {
  private func simple(_ low: Int, _ number: Int) throws(PropertyListError) -> PropertyList {
    switch low {
    case 0: return .null
    case 8: return .boolean(false)
    case 9: return .boolean(true)
    default: throw .malformed(object: number)
    }
  }

  /// Integers of 1, 2 and 4 bytes are unsigned, those of 8 signed; 16 bytes carry what does not fit into 8.
  private func integer(size: Int, _ start: Int, _ number: Int) throws(PropertyListError) -> PropertyList {
    guard size <= 16 else { throw .malformed(object: number) }
    let bytes = try content(start, size)
    let value = Self.unsignedInteger(bytes.suffix(8))
    guard size == 16 else { return .integer(Int64(bitPattern: value)) }
    switch Self.unsignedInteger(bytes.prefix(8)) {
    case 0: return value <= UInt64(Int64.max) ? .integer(Int64(value)) : .largeInteger(value)
    case .max where value > UInt64(Int64.max): return .integer(Int64(bitPattern: value))
    default: throw .malformed(object: number)
    }
  }

  private func real(size: Int, _ start: Int, _ number: Int) throws(PropertyListError) -> PropertyList {
    switch size {
    case 4:
      let bits = UInt32(truncatingIfNeeded: Self.unsignedInteger(try content(start, 4)))
      return .real(Double(Float(bitPattern: bits)))
    case 8: return .real(Double(bitPattern: Self.unsignedInteger(try content(start, 8))))
    default: throw .malformed(object: number)
    }
  }

  private func text(
    _ kind: UInt8, _ span: (start: Int, count: Int), _ number: Int
  ) throws(PropertyListError) -> PropertyList {
    let content = try content(span.start, kind == 6 ? span.count.multipliedSafely(by: 2) : span.count)
    switch kind {
    case 4: return .data(Array(content))
    case 5:
      guard content.allSatisfy({ $0 < 0x80 }) else { throw .malformed(object: number) }
      return .string(String(decoding: content, as: UTF8.self))
    default:
      let first = content.startIndex
      let units = (0..<span.count).map {
        UInt16(content[first + 2 * $0]) << 8 | UInt16(content[first + 2 * $0 + 1])
      }
      guard let string = String(validating: units, as: UTF16.self) else { throw .malformed(object: number) }
      return .string(string)
    }
  }

  private mutating func collection(
    _ kind: UInt8, _ span: (start: Int, count: Int), _ number: Int
  ) throws(PropertyListError) -> PropertyList {
    let numbers = try references(span.start, span.count)
    try enter(number)
    var elements: [PropertyList] = []
    for number in numbers {
      elements.append(try object(number))
    }
    open.removeLast()
    return kind == 0xA ? .array(elements) : kind == 0xB ? .orderedSet(elements) : .set(elements)
  }

  private mutating func dictionary(
    _ span: (start: Int, count: Int), _ number: Int
  ) throws(PropertyListError) -> PropertyList {
    let numbers = try references(span.start, span.count.multipliedSafely(by: 2))
    try enter(number)
    var entries: [(String, PropertyList)] = []
    for index in 0..<span.count {
      guard case .string(let key) = try object(numbers[index]) else { throw .keyIsNoString(object: number) }
      entries.append((key, try object(numbers[span.count + index])))
    }
    open.removeLast()
    return .dictionary(PropertyListDictionary(entries))
  }

  private mutating func enter(_ number: Int) throws(PropertyListError) {
    guard !open.contains(number) else { throw .cycle(object: number) }
    guard open.count < PropertyListLimits.depth else { throw .tooDeep }
    open.append(number)
  }

  private func references(_ start: Int, _ count: Int) throws(PropertyListError) -> [Int] {
    guard (1...8).contains(referenceSize) else { throw .truncated }
    let content = try content(start, count.multipliedSafely(by: referenceSize))
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      let first = content.startIndex + index * referenceSize
      let value = Self.unsignedInteger(content[first..<(first + referenceSize)])
      guard let number = Int(exactly: value) else { throw .truncated }
      numbers.append(number)
    }
    return numbers
  }

  /// A size in the marker's low bits, or, when they are all set, in an integer object behind it.
  private func length(_ low: Int, _ offset: Int) throws(PropertyListError) -> (start: Int, count: Int) {
    guard low == 15 else { return (offset + 1, low) }
    guard let marker = try content(offset + 1, 1).first, marker >> 4 == 1, marker & 15 <= 3 else {
      throw .truncated
    }
    let size = 1 << Int(marker & 15)
    guard let count = Int(exactly: Self.unsignedInteger(try content(offset + 2, size))) else {
      throw .truncated
    }
    return (offset + 2 + size, count)
  }

  private func content(_ start: Int, _ count: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    let end = bytes.count - Self.trailerSize
    guard start <= end, count >= 0, count <= end - start else { throw .truncated }
    return bytes[start..<(start + count)]
  }

  /// At most 8 bytes, the first one the most significant.
  private static func unsignedInteger(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Int {
  /// The product, or the largest number when it would not fit, which then is longer than any content.
  fileprivate func multipliedSafely(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
