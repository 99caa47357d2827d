import BinaryFormats
import Foundation
import Testing

@Suite struct `Binary property lists` {
  private func bytes(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64)))
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

  @Test func `what is equal is written once, as Python writes it`() throws {
    let written = try bytes(
      "YnBsaXN0MDDTAQIDBAkOUWJUc2FtZVFuqAICBQYFBwgIEAEJIz/wAAAAAAAAQnh50wEKCwIMDVFjUWRhAOliAGUDAaMPEBEQ/xEBABP/"
        + "/////////wgPERYYISMkLTA3OTs+Q0dJTAAAAAAAAAEBAAAAAAAAABIAAAAAAAAAAAAAAAAAAABV")
    let elements: [PropertyList] = [
      .string("same"), .string("same"), .integer(1), .boolean(true), .integer(1), .real(1),
      .data([0x78, 0x79]), .data([0x78, 0x79]),
    ]
    let inner: [(String, PropertyList)] = [
      ("b", .string("same")), ("c", .string("é")), ("d", .string("e\u{301}")),
    ]
    let list = PropertyList.dictionary(
      PropertyListDictionary([
        ("b", .array(elements)), ("same", .dictionary(PropertyListDictionary(inner))),
        ("n", .array([.integer(255), .integer(256), .integer(-1)])),
      ]))
    #expect(PropertyListWriter.write(list) == written)
    #expect(try PropertyListReader.read(written) == list)
  }

  @Test(arguments: [254, 255, 256, 65_535, 65_536])
  func `references grow with the number of objects`(count: Int) throws {
    let list = PropertyList.array((0..<count).map { .integer(Int64($0)) })
    let bytes = PropertyListWriter.write(list)
    let isSame = try PropertyListReader.read(bytes) == list
    let read = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let isSameElsewhere = read as? [Int] == Array(0..<count)
    #expect(isSame && isSameElsewhere)
  }

  @Test func `a real of four bytes is read`() throws {
    let written = try bytes("YnBsaXN0MDAiQCAAAAgAAAAAAAABAQAAAAAAAAABAAAAAAAAAAAAAAAAAAAADQ==")
    #expect(try PropertyListReader.read(written) == .real(2.5))
  }

  static let examples: [PropertyList] = [
    .null, .boolean(true), .integer(0), .integer(-1), .integer(.min), .integer(65_535),
    .largeInteger(1 << 63),
    .real(0), .real(-0.0), .real(1), .real(.infinity), .date(-0.5), .data([]), .string(""),
    .data([UInt8](repeating: 3, count: 20)), .string("e\u{301}"), .string("é\u{1F600}\0"),
    .array([]), .array([.integer(1), .real(1), .array([.string("a")])]), .set([.integer(1)]),
    .orderedSet([.integer(1), .null]), .uid(.max), .dictionary(PropertyListDictionary()),
    .array((0..<20).map { .integer(Int64($0)) }),
    .dictionary(PropertyListDictionary([("é", .integer(1)), ("e\u{301}", .integer(2)), ("", .null)])),
  ]

  @Test(arguments: examples)
  func `what is written is read back`(list: PropertyList) throws {
    let bytes = PropertyListWriter.write(list)
    #expect(try PropertyListReader.read(bytes) == list)
    #expect(PropertyListWriter.write(try PropertyListReader.read(bytes)) == bytes)
  }

  @Test(arguments: [255, 256, 70_000])
  func `sizes of every width are written and read back`(count: Int) throws {
    let list = PropertyList.array([
      .data([UInt8](repeating: 3, count: count)), .string(String(repeating: "a", count: count)),
      .string(String(repeating: "ä", count: count)),
    ])
    // A failure need not print all of that.
    let isSame = try PropertyListReader.read(PropertyListWriter.write(list)) == list
    #expect(isSame)
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
}
