import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Models that are too large, too deep, or damaged: what is refused is refused soon, and nothing traps.
@Suite struct `Large and damaged models` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func reasons(_ entities: [EntityDescription]) -> [String] {
    do throws(ModelError) {
      _ = try ManagedObjectModel(entities: entities)
      return []
    } catch {
      return error.complaints.map(\.reason)
    }
  }

  private func read(_ bytes: [UInt8], as name: String = "contents") throws -> ManagedObjectModel {
    try folder.write(bytes, to: name)
    return try ManagedObjectModel(contentsOf: folder.url.appending(path: name))
  }

  @Test func `10,000 entities are read`() throws {
    let entities = (0..<10_000).map { "<entity name=\"Entity\($0)\"/>\n" }
    let model = try read(Array(("<model>" + entities.joined() + "</model>").utf8))
    #expect(model.entities.count == 10_000 && model.entityVersionHashesByName.count == 10_000)
    #expect(model.entityNumber(named: "Entity9999") == 10_000)
  }

  @Test func `10,000 entities that all are wrong are 10,000 complaints, the first of them with a hint`()
    throws
  {
    let entities = (0..<10_000).map {
      "<entity name=\"Entity\($0)\"><relationship name=\"r\" destinationEntity=\"Entiti\($0)\"/></entity>\n"
    }
    do {
      _ = try read(Array(("<model>" + entities.joined() + "</model>").utf8))
      Issue.record("the model was read")
    } catch let error as ModelError {
      #expect(error.complaints.count == 10_000)
      #expect(error.complaints.count { $0.nearest != nil } == 20)
      #expect(error.complaints.last?.place?.line == 10_000)
    }
  }

  @Test func `entities and levels have limits`() {
    let many = (0..<16_001).map { EntityDescription("E\($0)", properties: []) }
    #expect(reasons(Array(many.dropLast())).isEmpty)
    #expect(reasons(many) == ["the model has 16001 entities, more than 16000"])
    let chain = (0..<10_000).map { number in
      EntityDescription("E\(number)", superentity: number == 0 ? nil : "E\(number - 1)", properties: [])
    }
    #expect(reasons(Array(chain.prefix(101))).isEmpty)
    #expect(reasons(Array(chain.prefix(102))) == ["it inherits from more than 100 entities"])
    #expect(reasons(chain).count == 10_000 - 101)
  }

  @Test func `20,000 relationships of one entity with inverses take as long as reading them`() throws {
    func file(_ inverse: (Int) -> Int) -> [UInt8] {
      let relationships = (0..<20_000).map {
        "<relationship name=\"r\($0)\" destinationEntity=\"E\" inverseName=\"r\(inverse($0))\"/>\n"
      }
      return Array(("<model><entity name=\"E\">\n" + relationships.joined() + "</entity></model>").utf8)
    }
    let start = ProcessorTime.ofThread
    #expect(try read(file { $0 ^ 1 }).entities[0].properties.count == 20_000)
    let error = #expect(throws: ModelError.self) { try read(file { $0 + 20_000 }) }
    #expect(error?.complaints.count == 20_000)
    #expect(error?.complaints.count { $0.nearest != nil } == 20)
    // Compared each with each it would be 800 million names.
    #expect(ProcessorTime.ofThread - start < .seconds(30))
  }

  @Test func `20,000 indexes of one name take as long as reading them`() throws {
    let attributes = "<attribute name=\"a\" attributeType=\"String\"/>"
    let index = "<compoundIndex><index value=\"a\"/></compoundIndex>\n"
    let file =
      "<model><entity name=\"E\">\(attributes)<compoundIndexes>"
      + String(repeating: index, count: 20_000) + "</compoundIndexes></entity></model>"
    let start = ProcessorTime.ofThread
    let indexes = try read(Array(file.utf8)).entities[0].fetchIndexes
    #expect(indexes.count == 20_000 && indexes.last?.name == "byAIndex20000")
    #expect(ProcessorTime.ofThread - start < .seconds(30))
  }

  @Test func `properties have a limit, inherited ones counted again`() throws {
    let attributes = (0..<1_000).map {
      PropertyDescription.attribute(AttributeDescription("a\($0)", .string))
    }
    func model(_ subentities: Int) -> [EntityDescription] {
      [EntityDescription("Root", properties: attributes)]
        + (0..<subentities).map { EntityDescription("E\($0)", superentity: "Root", properties: []) }
    }
    #expect(reasons(model(499)).isEmpty)
    #expect(
      reasons(model(500))
        == ["the model has 501000 properties, inherited ones counted again, more than 500000"])
  }

  @Test func `a file has a limit`() throws {
    try folder.write([], to: "large")
    let file = try FileHandle(forWritingTo: folder.url.appending(path: "large"))
    try file.truncate(atOffset: UInt64(64 << 20) + 1)
    try file.close()
    do throws(ModelError) {
      _ = try ManagedObjectModel(contentsOf: folder.url.appending(path: "large"))
      Issue.record("the file was read")
    } catch {
      #expect(error.complaints.map(\.reason) == ["the file is larger than 67108864 bytes"])
    }
  }

  private static let sample = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="é">
        <entity name="Car" representedClassName="Car" isAbstract="YES" elementID="Auto" syncable="YES">
            <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="1.5"/>
            <attribute name="built" attributeType="Date" defaultDateTimeInterval="-1" minDateTimeInterval="-9e9"/>
            <attribute name="place" attributeType="Composite" composite="Place"/>
            <relationship name="owner" maxCount="1" deletionRule="Cascade" destinationEntity="Owner" inverseName="cars"/>
            <fetchIndex name="byPrice"><fetchIndexElement property="price" type="Binary" order="descending"/></fetchIndex>
            <uniquenessConstraints><uniquenessConstraint><constraint value="built"/></uniquenessConstraint></uniquenessConstraints>
            <userInfo><entry key="a &amp; b" value="&#233;"/></userInfo>
        </entity>
        <entity name="Owner"><relationship name="cars" toMany="YES" destinationEntity="Car" inverseName="owner"/></entity>
        <composite name="Place"><attribute name="x" attributeType="Double"/></composite>
        <fetchRequest name="f" entity="Car" predicateString="price &gt; $P" resultType="1"/>
        <configuration name="c"><memberEntity name="Car"/></configuration>
    </model>
    """

  @Test func `a file that was cut anywhere is refused or read, never more`() throws {
    let xml = Array(Self.sample.utf8)
    let json = Array(try read(xml).jsonText.utf8)
    for bytes in [xml, json] {
      // JSON ends with a line feed that may be missing.
      for count in stride(from: 0, to: bytes.count - 1, by: 7) {
        #expect(throws: ModelError.self) { try read(Array(bytes.prefix(count))) }
      }
    }
  }

  @Test func `a damaged file is refused or read, never more`() throws {
    let xml = Array(Self.sample.utf8)
    let files = [xml, Array(try read(xml).jsonText.utf8)]
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<600 {
      var bytes = files[round % 2]
      for _ in 0...(generator.next() % 3) { damage(&bytes, &generator) }
      do {
        let model = try read(bytes)
        #expect(model.entityVersionHashesByName.count == model.entities.count, "seed \(seed)")
      } catch let error as ModelError {
        #expect(!error.complaints.isEmpty, "seed \(seed)")
        #expect(error.complaints.allSatisfy { $0.place != nil }, "seed \(seed)")
      }
    }
  }

  private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int(generator.next() % UInt64(bytes.count))
    let length = min(Int(generator.next() % 12), bytes.count - place)
    switch generator.next() % 4 {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    case 1: bytes.removeSubrange(place..<(place + length))
    case 2:
      bytes.insert(
        contentsOf: bytes[place..<(place + length)], at: Int(generator.next() % UInt64(bytes.count)))
    default: bytes.insert(generator.pick(Array("<>&\"'/=;!?-[]{}:, \n\0e1".utf8)), at: place)
    }
  }
}
