import BinaryFormats
import Foundation
import TestSupport
import Testing

@Suite struct `Binary property lists` {
  private func bytes(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64)))
  }

  /// The reason why bytes are refused; nil when they are read.
  private func refusal(_ bytes: [UInt8]) -> PropertyListError? {
    do throws(PropertyListError) {
      _ = try PropertyListReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  /// A file whose objects lie end to end, each given by its bytes.
  private func file(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    let zeros = [UInt8](repeating: 0, count: 7)
    bytes += offsets + zeros.prefix(6) + [1, referenceSize]
    return bytes + zeros + [UInt8(objects.count)] + zeros + [0] + zeros + [table]
  }

  @Test func `what Python writes is read`() throws {
    let written = try bytes(
      "YnBsaXN0MDDSAQIDEVFhUWStBAUGBwgJCgsMDQ4PEBABE///////////EP8RAQASgAAAABN//////////xQAAAAAAAAAAP//////////"
        + "Iz/wAAAAAAAACQhCAP9hAOlfEBR4eHh4eHh4eHh4eHh4eHh4eHh4eDNAJAAAAAAAAAgNDxEfISosLzQ9TldYWVxfdgAAAAAAAAEBAAAA"
        + "AAAAABIAAAAAAAAAAAAAAAAAAAB/")
    let elements: [PropertyList] = [
      .integer(1), .integer(-1), .integer(255), .integer(256), .integer(0x8000_0000), .integer(.max),
      .largeInteger(.max), .real(1), .boolean(true), .boolean(false), .data([0, 255]), .string("é"),
      .string(String(repeating: "x", count: 20)),
    ]
    let expected = PropertyList.dictionary(
      PropertyListDictionary([("a", .array(elements)), ("d", .date(10))]))
    #expect(try PropertyListReader.read(written) == expected)
  }

  @Test func `an archive's reference is kept apart from integers`() throws {
    let written = try bytes("YnBsaXN0MDDRAQJRdYEBLAgLDQAAAAAAAAEBAAAAAAAAAAMAAAAAAAAAAAAAAAAAAAAQ")
    let list = try PropertyListReader.read(written)
    #expect(list == .dictionary(PropertyListDictionary([("u", .uid(300))])))
    #expect(PropertyListWriter.write(list) == written)
  }

  private static let examples: [PropertyList] = [
    .null, .boolean(true), .integer(0), .integer(-1), .integer(.min), .integer(65_535),
    .largeInteger(1 << 63),
    .real(0), .real(-0.0), .real(1), .real(.infinity), .date(-0.5), .data([]), .string(""),
    .data([UInt8](repeating: 3, count: 70_000)), .string("e\u{301}"), .string("é\u{1F600}\0"),
    .array([]), .array([.integer(1), .real(1), .array([.string("a")])]), .set([.integer(1)]),
    .orderedSet([.integer(1), .null]), .uid(.max), .dictionary(PropertyListDictionary()),
    .array((0..<300).map { .integer(Int64($0)) }),
    .dictionary(PropertyListDictionary([("é", .integer(1)), ("e\u{301}", .integer(2)), ("", .null)])),
  ]

  @Test(arguments: examples)
  func `what is written is read back`(list: PropertyList) throws {
    let bytes = PropertyListWriter.write(list)
    #expect(try PropertyListReader.read(bytes) == list)
    #expect(PropertyListWriter.write(try PropertyListReader.read(bytes)) == bytes)
  }

  @Test func `Foundation reads what is written`() throws {
    let list = PropertyList.dictionary(
      PropertyListDictionary([
        ("b", .integer(-5)), ("a", .string("ä")), ("r", .real(2)), ("t", .boolean(true)),
        ("d", .data([1, 2])),
        ("n", .array([.date(60), .largeInteger(.max)])),
      ]))
    let data = Data(PropertyListWriter.write(list))
    let read = try PropertyListSerialization.propertyList(from: data, format: nil)
    let expected: [String: Any] = [
      "b": -5, "a": "ä", "r": 2.0, "t": true, "d": Data([1, 2]),
      "n": [Date(timeIntervalSinceReferenceDate: 60), UInt64.max],
    ]
    #expect(NSDictionary(dictionary: expected).isEqual(read))
  }

  @Test func `what Foundation writes is read`() throws {
    let object: [String: Any] = ["k": [1, 2.5, "x", Data([9]), ["z": "é"]] as [Any]]
    let data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    let inner = PropertyList.dictionary(PropertyListDictionary([("z", .string("é"))]))
    let expected = PropertyList.array([.integer(1), .real(2.5), .string("x"), .data([9]), inner])
    #expect(try PropertyListReader.read(Array(data)).dictionary?["k"] == expected)
  }

  @Test func `a dictionary replaces, removes and adds entries in place`() {
    var dictionary = PropertyListDictionary([("b", .integer(1)), ("a", .integer(2))])
    dictionary["b"] = .integer(3)
    dictionary["c"] = .null
    dictionary["a"] = nil
    dictionary["missing"] = nil
    #expect(dictionary.entries.map(\.key) == ["b", "c"])
    #expect(dictionary["b"]?.integer == 3)
    #expect(PropertyListDictionary([("b", .null), ("a", .null)]).sorted().entries.map(\.key) == ["a", "b"])
  }

  @Test func `a single real of four bytes is read`() {
    #expect(refusal(file([[0x22, 0x40, 0x20, 0, 0]])) == nil)
  }

  @Test func `nonsense is refused`() {
    #expect(refusal([]) == .notAPropertyList)
    #expect(refusal(Array("<?xml version".utf8)) == .notAPropertyList)
    #expect(refusal(Array("bplist00".utf8)) == .truncated)
    #expect(refusal(file([])) == .truncated)
    #expect(refusal(file([[0xA1, 0]])) == .cycle(object: 0))
    #expect(refusal(file([[0xA1, 1], [0xA1, 0]])) == .cycle(object: 0))
    #expect(refusal(file([[0xA1, 9]])) == .truncated)
    #expect(refusal(file([[0xA1, 0]], referenceSize: 0)) == .truncated)
    #expect(refusal(file([[0xD1, 1, 1], [0x09]])) == .keyIsNoString(object: 0))
    #expect(refusal(file([[0x70]])) == .malformed(object: 0))
    #expect(refusal(file([[0x51, 0x80]])) == .malformed(object: 0))
    #expect(refusal(file([[0x61, 0xD8, 0x00]])) == .malformed(object: 0))
    #expect(refusal(file([[0x5F, 0x13, 0x7f, 255, 255, 255, 255, 255, 255, 255]])) == .truncated)
    #expect(refusal(file([[0x6F, 0x13, 0x7f, 255, 255, 255, 255, 255, 255, 255]])) == .truncated)
  }

  @Test func `nesting and repetition have limits`() {
    let deep = (0..<300).reduce(PropertyList.null) { (inner, _) in .array([inner]) }
    #expect(refusal(PropertyListWriter.write(deep)) == .tooDeep)
    let layers: [[UInt8]] = (1..<16).map { [0xAA] + [UInt8](repeating: $0, count: 10) } + [[0x09]]
    #expect(refusal(file(layers)) == .tooMany)
  }

  @Test(arguments: [UInt64(1), UInt64.random(in: 0...UInt64.max)])
  func `no damage makes the reader trap`(seed: UInt64) throws {
    let list = PropertyList.array(Self.examples.filter { PropertyListWriter.write($0).count < 1000 })
    let good = PropertyListWriter.write(list)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<3_000 {
      var bad = good
      for _ in 0...(round % 3) {
        bad[Int.random(in: 8..<bad.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = refusal(bad)
      _ = refusal(Array(bad.prefix(Int.random(in: 0...bad.count, using: &generator))))
    }
  }
}
