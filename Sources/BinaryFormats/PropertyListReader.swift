/// Reads binary property lists.
///
/// Every object is a marker byte (kind and size), then content; collections hold numbers of objects. What one
/// file can make of that is bounded by its own size: a string or some data that is referred to a thousand
/// times is copied once, objects may not overlap, and each reference counts towards
/// `PropertyListLimits.objects`.
package struct PropertyListReader {
  private let file: PropertyListFile
  private var readCount = 0
  /// Collections around the object being read.
  private var open: [Int] = []
  /// Strings and data by the place where they begin.
  private var copies: [Int: PropertyList] = [:]
  /// Bytes of strings and data that may still be copied.
  private var copyableCount: Int

  /// Reads a property list.
  ///
  /// - Throws: `PropertyListError`; nothing in the bytes can make it trap or run away.
  /// - Complexity: O(bytes + references), at most `PropertyListLimits.objects` references.
  package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    var reader = PropertyListReader(try PropertyListFile(bytes))
    return try reader.object(reader.file.top)
  }

  private init(_ file: PropertyListFile) {
    self.file = file
    copyableCount = file.byteCount
  }

  private mutating func object(_ number: Int) throws(PropertyListError) -> PropertyList {
    let (kind, low, offset) = try file.marker(of: number)
    readCount += 1
    guard readCount <= PropertyListLimits.objects else { throw .tooMany }
    switch kind {
    case 0x0: return try simple(low, number)
    case 0x1: return try integer(size: 1 << low, offset + 1, number)
    case 0x2: return try real(size: 1 << low, offset + 1, number)
    case 0x3: return .date(Double(bitPattern: try unsignedInteger(offset + 1, 8)))
    case 0x8 where low < 8: return .uid(try unsignedInteger(offset + 1, low + 1))
    case 0x4, 0x5, 0x6: return try copy(kind, low, offset, number)
    case 0xA, 0xB, 0xC: return try collection(kind, try file.extent(low, offset), number)
    case 0xD: return try dictionary(try file.extent(low, offset), number)
    default: throw .malformed(object: number)
    }
  }
}

// MARK: - Numbers

extension PropertyListReader {
  private func unsignedInteger(_ start: Int, _ size: Int) throws(PropertyListError) -> UInt64 {
    PropertyListFile.unsignedInteger(try file.content(start, size))
  }

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
    guard size == 16 else { return .integer(Int64(bitPattern: try unsignedInteger(start, size))) }
    let (high, value) = (try unsignedInteger(start, 8), try unsignedInteger(start + 8, 8))
    switch high {
    case 0: return value <= UInt64(Int64.max) ? .integer(Int64(value)) : .largeInteger(value)
    case .max where value > UInt64(Int64.max): return .integer(Int64(bitPattern: value))
    default: throw .malformed(object: number)
    }
  }

  private func real(size: Int, _ start: Int, _ number: Int) throws(PropertyListError) -> PropertyList {
    switch size {
    case 4:
      let bits = UInt32(truncatingIfNeeded: try unsignedInteger(start, 4))
      return .real(Double(Float(bitPattern: bits)))
    case 8: return .real(Double(bitPattern: try unsignedInteger(start, 8)))
    default: throw .malformed(object: number)
    }
  }
}

// MARK: - Strings and data

extension PropertyListReader {
  private mutating func copy(
    _ kind: UInt8, _ low: Int, _ offset: Int, _ number: Int
  ) throws(PropertyListError) -> PropertyList {
    if let known = copies[offset] { return known }
    let (start, count) = try file.extent(low, offset)
    let content = try file.content(start, count, size: kind == 6 ? 2 : 1)
    copyableCount -= content.count
    // Together they are larger than the file, so that some of them overlap.
    guard copyableCount >= 0 else { throw .malformed(object: number) }
    let copy = kind == 4 ? PropertyList.data(Array(content)) : .string(try text(kind, content, number))
    copies[offset] = copy
    return copy
  }

  private func text(
    _ kind: UInt8, _ content: ArraySlice<UInt8>, _ number: Int
  ) throws(PropertyListError) -> String {
    if kind == 5 {
      guard content.allSatisfy({ $0 < 0x80 }) else { throw .malformed(object: number) }
      return String(decoding: content, as: UTF8.self)
    }
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
      UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
    }
    guard let string = String(validating: units, as: UTF16.self) else { throw .malformed(object: number) }
    return string
  }
}

// MARK: - Collections

extension PropertyListReader {
  private mutating func collection(
    _ kind: UInt8, _ extent: (start: Int, count: Int), _ number: Int
  ) throws(PropertyListError) -> PropertyList {
    let references = try file.references(extent.start, extent.count)
    try enter(number)
    var elements: [PropertyList] = []
    for index in 0..<extent.count {
      elements.append(try object(try file.reference(index, of: references)))
    }
    open.removeLast()
    return kind == 0xA ? .array(elements) : kind == 0xB ? .orderedSet(elements) : .set(elements)
  }

  /// All references to keys, then all references to values.
  private mutating func dictionary(
    _ extent: (start: Int, count: Int), _ number: Int
  ) throws(PropertyListError) -> PropertyList {
    let keys = try file.references(extent.start, extent.count)
    let values = try file.references(keys.endIndex, extent.count)
    try enter(number)
    var entries: [(String, PropertyList)] = []
    for index in 0..<extent.count {
      guard case .string(let key) = try object(try file.reference(index, of: keys)) else {
        throw .keyIsNoString(object: number)
      }
      entries.append((key, try object(try file.reference(index, of: values))))
    }
    open.removeLast()
    return .dictionary(PropertyListDictionary(entries))
  }

  private mutating func enter(_ number: Int) throws(PropertyListError) {
    guard !open.contains(number) else { throw .cycle(object: number) }
    guard open.count < PropertyListLimits.depth else { throw .tooDeep }
    open.append(number)
  }
}
