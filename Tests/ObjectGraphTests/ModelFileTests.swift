import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// What the files of the model editor say arrives in the descriptions, from XML and from JSON.
@Suite struct `Model files` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read(_ text: String, as name: String = "contents") throws -> ManagedObjectModel {
    try folder.write(text, to: name)
    return try ManagedObjectModel(contentsOf: folder.url.appending(path: name))
  }

  /// Reads the inside of a `model` element, and once more after it was written as JSON.
  private func model(_ inside: String) throws -> ManagedObjectModel {
    let model = try read("<model userDefinedModelVersionIdentifier=\"2\">\(inside)</model>")
    let again = try read(model.jsonText, as: "again.json")
    expectSame(model, again)
    return model
  }

  private func entity(_ inside: String) throws -> EntityDescription {
    try #require(try model("<entity name=\"E\">\(inside)</entity>").entity(named: "E"))
  }

  private func attribute(_ words: String, _ inside: String = "") throws -> AttributeDescription {
    let entity = try entity("<attribute name=\"a\" \(words)>\(inside)</attribute>")
    guard case .attribute(let attribute) = entity.ownProperties[0] else { throw Missing() }
    return attribute
  }

  private struct Missing: Error {}

  @Test func `an entity says what it is`() throws {
    let model = try model(
      """
      <entity name="Person" representedClassName=".PersonMO" isAbstract="YES" syncable="YES" elementID="Human" \
      versionHashModifier="3" codeGenerationType="class" coreSpotlightDisplayNameExpression="name" future="x">
        <attribute name="first" attributeType="String"/>
        <attribute name="last" optional="YES" attributeType="String"/>
        <fetchIndex name="byName">
          <fetchIndexElement property="last" type="Binary" order="descending"/>
          <fetchIndexElement property="first" type="RTree" order="ascending"/>
        </fetchIndex>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="first"/><constraint value="last"/></uniquenessConstraint>
        </uniquenessConstraints>
        <userInfo><entry key="a" value="1"/><entry key="b"/></userInfo>
      </entity>
      <entity name="Child" parentEntity="Person"/>
      """)
    let person = try #require(model.entity(named: "Person"))
    #expect(person.managedObjectClassName == ".PersonMO" && person.isAbstract)
    #expect(person.renamingIdentifier == "Human" && person.versionHashModifier == "3")
    #expect(person.coreSpotlightDisplayNameExpression == "name")
    #expect(person.uniquenessConstraints == [["first", "last"]])
    #expect(
      person.fetchIndexes == [
        FetchIndexDescription(
          "byName", [.init("last", ascending: false), .init("first", collation: .rTree)])
      ])
    #expect(person.userInfo == ["a": "1", "b": ""])
    #expect(person.properties.map(\.isOptional) == [false, true])
    #expect(model.entity(named: "Child")?.superentityName == "Person")
    #expect(model.versionIdentifiers == ["2"])
  }

  @Test(arguments: [
    ("Integer 16", "-32768", AttributeValue.integer(-32_768)), ("Integer 32", "0", .integer(0)),
    ("Integer 64", "9223372036854775807", .integer(.max)), ("Integer 32", "2.0", .integer(2)),
    ("Decimal", "-10.50", .decimal(Decimal(string: "-10.5")!)), ("Double", "1e3", .double(1_000)),
    ("Float", "0.1", .double(Double(Float(0.1)))), ("String", "", .string("")),
    ("String", "a&lt;b&#10;c", .string("a<b\nc")), ("Boolean", "YES", .boolean(true)),
    ("Boolean", "NO", .boolean(false)), ("Boolean", "1", .boolean(true)), ("Boolean", "0", .boolean(false)),
    ("Boolean", "true", .boolean(true)), ("Binary", "AP8=", .data([0, 255])),
    (
      "UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      .uuid(UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")!)
    ),
    ("URI", "http://a/é", .url("http://a/é")), ("Transformable", "AQI=", .data([1, 2])),
    ("Integer 16", "", .null),
  ])
  func `a default is a value of its type`(type: String, text: String, expected: AttributeValue) throws {
    let attribute = try attribute("attributeType=\"\(type)\" defaultValueString=\"\(text)\"")
    #expect(attribute.type.name == type && attribute.defaultValue == expected)
  }

  @Test func `dates are seconds since 2001`() throws {
    let attribute = try attribute(
      """
      attributeType="Date" defaultDateTimeInterval="-43200.5" minDateTimeInterval="-1e9" \
      maxDateTimeInterval="694224000"
      """)
    #expect(attribute.defaultValue == .date(-43_200.5))
    #expect(
      attribute.rules == AttributeRules(minimumValue: .date(-1e9), maximumValue: .date(694_224_000)))
  }

  @Test func `rules are bounds of numbers and lengths of strings`() throws {
    let number = try attribute("attributeType=\"Float\" minValueString=\"0.1\" maxValueString=\"2\"")
    #expect(
      number.rules
        == AttributeRules(minimumValue: .double(Double(Float(0.1))), maximumValue: .double(2)))
    let text = try attribute(
      "attributeType=\"String\" minValueString=\"1\" maxValueString=\"5\" regularExpressionString=\"[a-z]+\"")
    #expect(
      text.rules == AttributeRules(minimumLength: 1, maximumLength: 5, regularExpression: "[a-z]+"))
    // The editor keeps the form of numbers when the type becomes String.
    let kept = try attribute("attributeType=\"String\" minValueString=\"1.0\" maxValueString=\"5.0\"")
    #expect(kept.rules == AttributeRules(minimumLength: 1, maximumLength: 5))
    #expect(try attribute("attributeType=\"String\"").rules.isEmpty)
  }

  @Test func `an attribute says what it is`() throws {
    let plain = try attribute("optional=\"YES\" transient=\"YES\"")
    #expect(plain == AttributeDescription("a", .undefined, isTransient: true))
    let blob = try attribute(
      """
      attributeType="Transformable" valueTransformerName="T" customClassName="Color" elementID="old" \
      allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES" spotlightIndexingEnabled="YES" \
      allowsCloudEncryption="YES" versionHashModifier="m" storedInTruthFile="YES" usesScalarValueType="NO"
      """, "<userInfo><entry key=\"k\" value=\"v\"/></userInfo>")
    var expected = AttributeDescription(
      "a", .transformable, isOptional: false, valueTransformerName: "T",
      allowsExternalBinaryDataStorage: true, preservesValueInHistoryOnDeletion: true,
      renamingIdentifier: "old", versionHashModifier: "m", userInfo: ["k": "v"])
    expected.attributeValueClassName = "Color"
    expected.isIndexedBySpotlight = true
    expected.allowsCloudEncryption = true
    #expect(blob == expected)
    let derived = try attribute(
      "attributeType=\"Integer 64\" derived=\"YES\" derivationExpression=\"parts.@count\"")
    #expect(derived.derivationExpression == "parts.@count")
  }

  @Test func `a composite brings its elements, also those of others in it`() throws {
    let model = try model(
      """
      <entity name="E"><attribute name="a" optional="YES" attributeType="Composite" composite="Outer"/></entity>
      <composite name="Inner"><attribute name="x" attributeType="Double" defaultValueString="1.5"/></composite>
      <composite name="Outer">
        <attribute name="inner" attributeType="Composite" composite="Inner"/>
        <attribute name="y" optional="YES" attributeType="String"/>
      </composite>
      """)
    let x = AttributeDescription("x", .double, isOptional: false, defaultValue: .double(1.5))
    let inner = AttributeDescription("inner", .composite, isOptional: false, elements: [x])
    let whole = AttributeDescription(
      "a", .composite, elements: [inner, AttributeDescription("y", .string)])
    #expect(model.entities[0].ownProperties == [.attribute(whole)])
  }

  @Test(arguments: [
    ("maxCount=\"1\" deletionRule=\"Nullify\"", 0, 1, RelationshipDescription.DeleteRule.nullify),
    ("deletionRule=\"No Action\"", 0, 1, .noAction),
    ("toMany=\"YES\" deletionRule=\"Cascade\"", 0, 0, .cascade),
    ("toMany=\"YES\" minCount=\"2\" maxCount=\"10\" deletionRule=\"Deny\"", 2, 10, .deny),
  ])
  func `a relationship has its counts and its rule`(
    words: String, minCount: Int32, maxCount: Int32, rule: RelationshipDescription.DeleteRule
  ) throws {
    let entity = try entity("<relationship name=\"r\" destinationEntity=\"E\" \(words)/>")
    let expected = RelationshipDescription(
      "r", to: "E", isOptional: false, minCount: minCount, maxCount: maxCount, deleteRule: rule)
    #expect(entity.ownProperties == [.relationship(expected)])
  }

  @Test func `a relationship says what it is`() throws {
    let model = try model(
      """
      <entity name="Cat"><relationship name="toys" optional="YES" toMany="YES" ordered="YES" transient="YES" \
      deletionRule="Nullify" destinationEntity="Toy" inverseName="cat" inverseEntity="Toy" elementID="things" \
      versionHashModifier="1"><userInfo><entry key="k" value="v"/></userInfo></relationship></entity>
      <entity name="Toy"><relationship name="cat" maxCount="1" destinationEntity="Cat" inverseName="toys" \
      inverseEntity="Cat" indexed="YES"/></entity>
      """)
    let toys = RelationshipDescription(
      "toys", to: "Toy", inverse: "cat", maxCount: 0, isOrdered: true, isTransient: true,
      renamingIdentifier: "things", versionHashModifier: "1", userInfo: ["k": "v"])
    #expect(model.entity(named: "Cat")?.ownProperties == [.relationship(toys)])
    let cat = RelationshipDescription("cat", to: "Cat", inverse: "toys", isOptional: false)
    #expect(model.entity(named: "Toy")?.ownProperties == [.relationship(cat)])
  }

  @Test func `indexes of before Xcode 9 become fetch indexes under the names that Xcode gives them`() throws {
    let entity = try entity(
      """
      <attribute name="a" attributeType="String" indexed="YES"/>
      <attribute name="b" attributeType="String"/>
      <attribute name="t" transient="YES" attributeType="String" indexed="YES"/>
      <fetchIndex name="byAIndex"><fetchIndexElement property="b"/></fetchIndex>
      <compoundIndexes><compoundIndex><index value="b"/><index value="a"/></compoundIndex></compoundIndexes>
      """)
    #expect(
      entity.fetchIndexes == [
        FetchIndexDescription("byAIndex", [.init("b")]), FetchIndexDescription("byAIndex2", [.init("a")]),
        FetchIndexDescription("byBAIndex", [.init("b"), .init("a")]),
      ])
  }

  @Test func `an index may be of an expression and of some objects`() throws {
    let entity = try entity(
      """
      <attribute name="a" attributeType="String"/>
      <fetchIndex name="i" partialIndexPredicate="a != nil">
        <fetchIndexElement expression="a.length" type="Binary" order="descending"/>
      </fetchIndex>
      """)
    let element = FetchIndexDescription.Element("", ascending: false, expression: "a.length")
    #expect(
      entity.fetchIndexes == [FetchIndexDescription("i", [element], partialIndexPredicate: "a != nil")])
  }

  @Test func `configurations, fetch requests and fetched properties are kept`() throws {
    let model = try model(
      """
      <entity name="E">
        <attribute name="a" optional="YES" attributeType="String"/>
        <fetchedProperty name="others" optional="YES" elementID="old">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="F" predicateString="a == $FETCH_SOURCE.a" \
      includeSubentities="YES"/>
          <userInfo><entry key="k" value="v"/></userInfo>
        </fetchedProperty>
      </entity>
      <entity name="F"/>
      <fetchRequest name="all" entity="E"/>
      <fetchRequest name="some" entity="E" predicateString="a BEGINSWITH $START" resultType="2" fetchLimit="5" \
      fetchBatchSize="20" includeSubentities="YES" includePropertyValues="YES" includesPendingChanges="YES" \
      returnObjectsAsFaults="YES" returnDistinctResults="YES"/>
      <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="E"/><memberEntity name="F"/></configuration>
      <configuration name="Empty"/>
      <elements><element name="E" positionX="0" positionY="0" width="1" height="1"/></elements>
      """)
    #expect(model.configurations == ["Cloud": ["E", "F"], "Empty": []])
    #expect(model.entities(forConfigurationName: "Cloud")?.map(\.name) == ["E", "F"])
    var some = FetchRequestTemplate(entityName: "E", predicateFormat: "a BEGINSWITH $START")
    (some.resultType, some.fetchLimit, some.fetchBatchSize) = (.dictionaries, 5, 20)
    some.returnsDistinctResults = true
    #expect(model.fetchRequestTemplatesByName["some"] == some)
    let all = try #require(model.fetchRequestTemplatesByName["all"])
    #expect(!all.includesSubentities && !all.includesPropertyValues && !all.returnsObjectsAsFaults)
    let others = try #require(model.entity(named: "E")?.fetchedProperties.first)
    #expect(others.fetchRequest.predicateFormat == "a == $FETCH_SOURCE.a")
    #expect(others.renamingIdentifier == "old" && others.userInfo == ["k": "v"] && others.isOptional)
  }
}

/// Says whether two models say the same, as far as anything can ask them.
func expectSame(_ left: ManagedObjectModel, _ right: ManagedObjectModel) {
  #expect(left.entities.map(\.name) == right.entities.map(\.name))
  #expect(left.entityVersionHashesByName == right.entityVersionHashesByName)
  #expect(left.versionIdentifiers == right.versionIdentifiers)
  #expect(left.configurations == right.configurations)
  #expect(left.fetchRequestTemplatesByName == right.fetchRequestTemplatesByName)
  for (one, other) in zip(left.entities, right.entities) {
    #expect(one.superentityName == other.superentityName && one.isAbstract == other.isAbstract)
    #expect(one.properties == other.properties, "\(one.name)")
    #expect(
      one.uniquenessConstraints == other.uniquenessConstraints && one.fetchIndexes == other.fetchIndexes)
    #expect(one.fetchedProperties == other.fetchedProperties && one.userInfo == other.userInfo)
    #expect(one.managedObjectClassName == other.managedObjectClassName)
    #expect(one.renamingIdentifier == other.renamingIdentifier)
    #expect(one.versionHashModifier == other.versionHashModifier)
    #expect(one.coreSpotlightDisplayNameExpression == other.coreSpotlightDisplayNameExpression)
  }
  #expect(left.jsonText == right.jsonText)
}
