/// The frame of a binary property list: where each object begins, and content that is never outside the file.
///
/// ```
/// bplist00 | objects … | offset of each object | trailer: sizes, count, number of the top object, place of offsets
/// ```
struct PropertyListFile {
  private let bytes: [UInt8]
  /// Where each object begins; always inside the file.
  private let offsets: [Int]
  /// Bytes in a reference to an object.
  let referenceSize: Int
  /// The object that holds all others.
  let top: Int

  private static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.starts(with: Self.magic) else { throw .notAPropertyList }
    guard bytes.count >= Self.magic.count + Self.trailerSize else { throw .truncated }
    let trailer = bytes.count - Self.trailerSize
    let count = Self.unsignedInteger(bytes[(trailer + 8)..<(trailer + 16)])
    let table = Self.unsignedInteger(bytes[(trailer + 24)..<(trailer + 32)])
    guard count <= UInt64(PropertyListLimits.objects) else { throw .tooMany }
    guard let top = Int(exactly: Self.unsignedInteger(bytes[(trailer + 16)..<(trailer + 24)])) else {
      throw .truncated
    }
    self.bytes = bytes
    self.top = top
    referenceSize = Int(bytes[trailer + 7])
    offsets = try Self.offsets(bytes, Int(count), size: Int(bytes[trailer + 6]), table)
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
}

extension PropertyListFile {
  /// The size of everything, which no set of objects that lie side by side can exceed.
  var byteCount: Int { bytes.count }

  /// Where an object begins, and its first byte taken apart.
  func marker(of number: Int) throws(PropertyListError) -> (kind: UInt8, low: Int, offset: Int) {
    guard number < offsets.count else { throw .truncated }
    let offset = offsets[number]
    return (bytes[offset] >> 4, Int(bytes[offset] & 15), offset)
  }

  /// Where the elements begin and how many there are: the marker's low bits, or, when they are all set, the
  /// integer object behind it.
  func extent(_ low: Int, _ offset: Int) throws(PropertyListError) -> (start: Int, count: Int) {
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

  /// `count` elements of `size` bytes.
  func content(_ start: Int, _ count: Int, size: Int = 1) throws(PropertyListError) -> ArraySlice<UInt8> {
    let end = bytes.count - Self.trailerSize
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, length >= 0, start <= end, length <= end - start else { throw .truncated }
    return bytes[start..<(start + length)]
  }

  /// The references of a collection, proved to be inside the file; read one by one with `reference`.
  func references(_ start: Int, _ count: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard (1...8).contains(referenceSize) else { throw .truncated }
    return try content(start, count, size: referenceSize)
  }

  /// The number of the object that a collection's reference at an index names.
  func reference(_ index: Int, of references: ArraySlice<UInt8>) throws(PropertyListError) -> Int {
    let start = references.startIndex + index * referenceSize
    guard let number = Int(exactly: Self.unsignedInteger(references[start..<(start + referenceSize)])) else {
      throw .truncated
    }
    return number
  }

  /// At most 8 bytes, the first one the most significant.
  static func unsignedInteger(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
