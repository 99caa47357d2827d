import Foundation
import ObjectGraph
import Testing
import TestSupport

/// Everything that is wrong with a model file comes at once, each with line and element.
@Suite struct `Complaints about a model file` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func complaints(_ text: String) throws -> [ModelError.Complaint] {
    try folder.write(text, to: "contents")
    do throws(ModelError) {
      _ = try ManagedObjectModel(contentsOf: folder.url.appending(path: "contents"))
      return []
    } catch {
      return error.complaints
    }
  }

  private func check(_ text: String, _ expected: String...) throws {
    let found = try complaints(text).map { complaint in
      String(complaint.description.dropFirst(folder.path("contents:").count))
    }
    #expect(found == expected)
  }

  @Test func `a model of another kind is refused by its root`() throws {
    try check("<plist/>", "1: plist: a model file begins with <model>, not <plist>")
  }

  @Test func `names, types, values, ends and elements are all looked at`() throws {
    try check(
      """
      <model>
        <entity name="Task" parentEntity="Tsk">
          <attribute name="description" attributeType="Strng"/>
          <attribute name="hash" optional="maybe" attributeType="String"/>
          <attribute name="a" attributeType="Integer 16" defaultValueString="40000" minValueString="5" maxValueString="1"/>
          <attribute name="a" attributeType="Date" defaultValueString="tomorrow"/>
          <attribute name="b"/>
          <attribute attributeType="String" minValueString="-1"/>
          <attribute name="c" attributeType="Boolean" minValueString="0"/>
          <attribute name="d" attributeType="Binary" defaultValueString="%"/>
          <attribute name="e" attributeType="Integer 64" derived="YES"/>
          <atribute name="f"/>
          <relationship name="r1" destinationEntity="Taks"/>
          <relationship name="r2" destinationEntity="List" inverseName="task" inverseEntity="Task"/>
          <relationship name="r3" destinationEntity="List" inverseName="tasks" toMany="YES" minCount="3" maxCount="2" deletionRule="Kaskade"/>
          <relationship name="r4" maxCount="x"/>
        </entity>
        <entity name="List">
          <relationship name="tasks" destinationEntity="List" inverseName="r1"/>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint value="taks"/></uniquenessConstraint>
          </uniquenessConstraints>
          text
        </entity>
        <entity name="List"/>
        <entity name="Loop" parentEntity="Loop"/>
        <configuration name="C"><memberEntity name="Lost"/><member/></configuration>
        <fetchRequest name="f" entity="Lists" resultType="9"/>
      </model>
      """,
      "2: Task: its superentity Tsk does not exist (did you mean Task?)",
      "3: Task.description: \"Strng\" is no type of attribute (did you mean String?)",
      "3: Task.description: its name is reserved: every object has a method description",
      "4: Task.hash: optional is \"maybe\", and must be YES or NO",
      "4: Task.hash: its name is reserved: every object has a method hash",
      "5: Task.a: defaultValueString is \"40000\", which is no Integer 16",
      "5: Task.a: its minimum value is greater than its maximum value",
      "6: Task.a: defaultValueString is not for attributes of type Date (did you mean defaultDateTimeInterval?)",
      "6: Task.a: another property has this name",
      "7: Task.b: it has no type, which only a transient attribute may",
      "8: Task.: minValueString is \"-1\", and must be a whole number from 0 to 2147483647",
      "8: Task.: its name is empty",
      "9: Task.c: it has a minimum value, which Boolean does not have",
      "10: Task.d: defaultValueString is \"%\", which is no Binary",
      "11: Task.e: it is derived, but has no derivation expression",
      "12: Task: there is no element <atribute> here (did you mean attribute?)",
      "13: Task.r1: its destination entity Taks does not exist (did you mean Task?)",
      "14: Task.r2: its inverse entity Task is not its destination",
      "14: Task.r2: its inverse task is no relationship of List (did you mean tasks?)",
      "15: Task.r3: deletionRule is \"Kaskade\", and must be one of No Action, Nullify, Cascade, Deny"
        + " (did you mean Cascade?)",
      "15: Task.r3: its minimum count is greater than its maximum count",
      "15: Task.r3: its inverse List.tasks has r1 as its inverse",
      "16: Task.r4: <relationship> has no destinationEntity",
      "16: Task.r4: maxCount is \"x\", and must be a whole number from 0 to 2147483647",
      "18: model/entity[List]: there is text in <entity>",
      "19: List.tasks: its inverse r1 is no relationship of List",
      "21: List.taks: a uniqueness constraint names it, but it is not a stored property (did you mean tasks?)",
      "25: List: another entity has this name", "26: Loop: it inherits from itself",
      "27: model/configuration[C]/member: there is no element <member> here",
      "27: model/configuration[C]: configuration C names the entity Lost, which does not exist (did you mean List?)",
      "28: model/fetchRequest[f]: resultType is \"9\", and must be one of 0, 1, 2, 4",
      "28: model/fetchRequest[f]: fetch request f is for the entity Lists, which does not exist (did you mean List?)"
    )
  }

  @Test func `predicates of the model are looked at`() throws {
    try check(
      """
      <model><entity name="A"><attribute name="t" attributeType="String"/>
      <fetchedProperty name="p"><fetchRequest entity="A" predicateString="t == $FETCH_SOURCE AND"/></fetchedProperty>
      <fetchIndex name="i" partialIndexPredicate="t = "><fetchIndexElement property="t"/></fetchIndex></entity>
      <fetchRequest name="f" entity="A" predicateString="t =="/>
      <fetchRequest name="g" entity="A" predicateString="t == $T AND ANY t IN {'a', 'b'}"/>
      <fetchRequest name="h" entity="A" predicateString=""/>
      <fetchRequest name="i" entity="A" predicateString="t == $FETCH_SOURCE.t"/>
      </model>
      """,
      "2: A.p: its predicate cannot be read: The predicate ends too early.",
      "3: A: the predicate of the fetch index i cannot be read: The predicate ends too early.",
      "4: model/fetchRequest[f]: the predicate of the fetch request f cannot be read: The predicate ends too early."
    )
  }

  @Test func `names are compared by their bytes`() throws {
    // U+212A looks like a K, and equals one as a String.
    try check(
      """
      <model><entity name="Key">
      <relationship name="K" destinationEntity="\u{212A}ey"/>
      <relationship name="r" destinationEntity="Key" inverseName="\u{212A}"/>
      </entity><entity name="Sub" parentEntity="\u{212A}ey"/></model>
      """,
      "2: Key.K: its destination entity \u{212A}ey does not exist (did you mean Key?)",
      "3: Key.r: its inverse \u{212A} is no relationship of Key (did you mean K?)",
      "4: Sub: its superentity \u{212A}ey does not exist (did you mean Key?)")
    let model = try ManagedObjectModel(entities: [EntityDescription("Key", properties: [])])
    #expect(model.entity(named: "\u{212A}ey") == nil && model.entityNumber(named: "\u{212A}ey") == nil)
  }

  @Test func `a value in the wrong place says where it belongs`() throws {
    try check(
      """
      <model><entity name="A">
      <attribute name="d" attributeType="Date" defaultValueString="0"/>
      <attribute name="e" attributeType="String" defaultDateTimeInterval="0"/>
      <attribute name="f" attributetype="String"/>
      </entity></model>
      """,
      "2: A.d: defaultValueString is not for attributes of type Date (did you mean defaultDateTimeInterval?)",
      "3: A.e: defaultDateTimeInterval is not for attributes of type String (did you mean defaultValueString?)",
      "4: model/entity[A]/attribute[f]: there is no attribute attributetype here (did you mean attributeType?)",
      "4: A.f: it has no type, which only a transient attribute may")
  }

  @Test func `a complaint has its facts apart from its words`() throws {
    let found = try complaints(
      "<model>\n<entity name=\"A\"><attribute name=\"b\" attributeType=\"Dates\"/></entity></model>")
    let complaint = try #require(found.first)
    #expect(found.count == 1 && complaint.entity == "A" && complaint.property == "b")
    #expect(complaint.reason == "\"Dates\" is no type of attribute" && complaint.nearest == "Date")
    let place = try #require(complaint.place)
    #expect(place.file == folder.path("contents") && place.line == 2 && place.column == nil)
    #expect(place.path == "model/entity[A]/attribute[b]")
    #expect(
      complaint.description == "\(place.file):2: A.b: \"Dates\" is no type of attribute (did you mean Date?)")
  }

  @Test func `an inverse may lead to an entity above or below, and nowhere else`() throws {
    func model(_ inverseEntity: String, back: String) -> String {
      """
      <model><entity name="Base"/><entity name="Other"/>
      <entity name="Leaf" parentEntity="Base">
        <relationship name="owner" destinationEntity="Person" inverseName="things" inverseEntity="\(inverseEntity)"/>
      </entity>
      <entity name="Person"><relationship name="things" toMany="YES" destinationEntity="\(back)" inverseName="owner"/>
      </entity></model>
      """
    }
    try check(model("Person", back: "Leaf"))
    let one = "5: Person.things: its inverse owner is no relationship of Base"
    try check(model("Person", back: "Base"), one)
    try check(
      model("Person", back: "Other"), "3: Leaf.owner: its inverse Person.things leads to Other",
      "5: Person.things: its inverse owner is no relationship of Other")
    try check(model("Other", back: "Leaf"), "3: Leaf.owner: its inverse entity Other is not its destination")
    try check(model("Nobody", back: "Leaf"), "3: Leaf.owner: its inverse entity Nobody does not exist")
  }

  @Test func `composites that do not end or grow without bound are refused`() throws {
    func composite(_ name: String, _ parts: String...) -> String {
      let attributes = parts.enumerated().map {
        "<attribute name=\"a\($0)\" attributeType=\"Composite\" composite=\"\($1)\"/>"
      }
      return "<composite name=\"\(name)\">\(attributes.joined())</composite>\n"
    }
    let user =
      "<model><entity name=\"E\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"C0\"/></entity>\n"
    try check(
      user + composite("C0", "C1") + composite("C1", "C0") + "</model>",
      "3: model/composite[C1]/attribute[a0]: the composite C0 contains itself")
    try check(user + "</model>", "1: E.a: there is no composite C0")
    try check(
      "<model><composite name=\"C\"><attribute name=\"a\" attributeType=\"Text\"/></composite></model>",
      "1: model/composite[C]/attribute[a]: \"Text\" is no type of attribute")
    let leaf = "<composite name=\"L\"><attribute name=\"x\" attributeType=\"Double\"/></composite></model>"
    func chain(_ count: Int) -> String {
      (0..<count).map { composite("C\($0)", $0 == count - 1 ? "L" : "C\($0 + 1)") }.joined() + leaf
    }
    try check(user + chain(15))
    let tooDeep = "it has more than 16 levels of elements"
    try check(user + chain(16), "1: E.a: \(tooDeep)")
    try check(user + chain(17), "2: model/composite[C0]/attribute[a0]: \(tooDeep)")
    // What was read before for another attribute counts as well.
    let second = user.dropFirst("<model>".count).replacing("\"E\"", with: "\"F\"")
    let lower = user.replacing("\"C0\"", with: "\"C8\"") + second
    try check(lower + chain(16), "2: F.a: \(tooDeep)")
    // Twice as many with each level: 2^17 in all, and so on for ever.
    let levels = (0..<40).map { composite("C\($0)", "C\($0 + 1)", "C\($0 + 1)") }.joined()
    #expect(try !complaints(user + levels + "</model>").isEmpty)
    let wide = (0..<9).map { composite("C\($0)", "C\($0 + 1)", "C\($0 + 1)") }.joined()
    let last = "<composite name=\"C9\"><attribute name=\"x\" attributeType=\"Double\"/></composite></model>"
    let found = try complaints(user + wide + last).map(\.reason)
    #expect(found.allSatisfy { $0 == "it has more than 1000 elements" } && !found.isEmpty)
  }
}
