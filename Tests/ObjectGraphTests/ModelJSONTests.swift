import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Models written in JSON: the form, its usual values, and what is wrong with one.
@Suite struct `Models in JSON` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read(_ text: String) throws -> ManagedObjectModel {
    try folder.write(text, to: "m.json")
    return try ManagedObjectModel(contentsOf: folder.url.appending(path: "m.json"))
  }

  /// The complaints about a file, without its folder.
  private func check(_ text: String, _ expected: String...) throws {
    var found: [String] = []
    do {
      _ = try read(text)
    } catch let error as ModelError {
      found = error.complaints.map { String($0.description.dropFirst(folder.url.path.count + 1)) }
    }
    #expect(found == expected, "\(text)")
  }

  @Test func `the example of the manual is a model`() throws {
    let text = """
      {"versionIdentifiers": ["1"],
       "entities": [
        {"name": "Task",
         "attributes": [
          {"name": "title", "type": "String", "isOptional": false, "maxLength": 80},
          {"name": "date", "type": "Date"},
          {"name": "priority", "type": "Integer 16", "default": 0, "minValue": 0, "maxValue": 9}],
         "relationships": [
          {"name": "list", "destination": "List", "inverse": "tasks", "deleteRule": "nullify"}],
         "uniquenessConstraints": [["title"]],
         "fetchIndexes": [{"name": "byDate", "elements": ["-date"]}]},
        {"name": "List",
         "relationships": [
          {"name": "tasks", "destination": "Task", "inverse": "list", "isToMany": true, "deleteRule": "cascade"}]}],
       "configurations": [{"name": "Local", "entities": ["Task", "List"]}],
       "fetchRequests": [{"name": "urgent", "entity": "Task", "predicate": "priority > $LEVEL"}]}
      """
    let model = try read(text)
    let rules = AttributeRules(minimumValue: .integer(0), maximumValue: .integer(9))
    let title = AttributeDescription(
      "title", .string, isOptional: false, rules: AttributeRules(maximumLength: 80))
    let expected = EntityDescription(
      "Task",
      properties: [
        .attribute(title), .attribute(AttributeDescription("date", .date)),
        .attribute(
          AttributeDescription("priority", .integer16, defaultValue: .integer(0), rules: rules)),
        .relationship(RelationshipDescription("list", to: "List", inverse: "tasks")),
      ], uniquenessConstraints: [["title"]],
      fetchIndexes: [FetchIndexDescription("byDate", [.init("date", ascending: false)])])
    let list = EntityDescription(
      "List",
      properties: [
        .relationship(
          RelationshipDescription("tasks", to: "Task", inverse: "list", maxCount: 0, deleteRule: .cascade))
      ])
    expectSame(
      model,
      try ManagedObjectModel(
        entities: [expected, list], configurations: ["Local": ["Task", "List"]],
        fetchRequestTemplates: [
          "urgent": FetchRequestTemplate(entityName: "Task", predicateFormat: "priority > $LEVEL")
        ], versionIdentifiers: ["1"]))
    // Entities come in the order in which a store numbers them.
    expectSame(try read(model.jsonText), model)
  }

  @Test func `an empty model and several version identifiers are written and read`() throws {
    let model = try ManagedObjectModel(entities: [], versionIdentifiers: ["a", "é\"\n"])
    expectSame(try read(model.jsonText), model)
    #expect(try read("{}").entities.isEmpty)
  }

  @Test(arguments: [
    (AttributeType.integer16, "5", AttributeValue.integer(5)), (.integer64, "-1e2", .integer(-100)),
    (.decimal, "1.25", .decimal(1.25)), (.decimal, "\"1.25\"", .decimal(1.25)), (.double, "2", .double(2)),
    (.boolean, "true", .boolean(true)), (.string, "\"\\u0000é\"", .string("\0é")),
    (.date, "-0.5", .date(-0.5)), (.uri, "\"a:b\"", .url("a:b")), (.binary, "\"AP8=\"", .data([0, 255])),
    (.transformable, "\"\"", .null), (.integer32, "null", .null),
  ])
  func `a default has the form of its type`(type: AttributeType, json: String, expected: AttributeValue)
    throws
  {
    let model = try read(
      """
      {"entities": [{"name": "E", "attributes": [{"name": "a", "default": \(json), "type": "\(type.name)"}]}]}
      """)
    #expect(
      model.entities[0].ownProperties == [.attribute(AttributeDescription("a", type, defaultValue: expected))]
    )
    expectSame(try read(model.jsonText), model)
  }

  @Test func `what is no JSON is one complaint, with line and column`() throws {
    try check("{\n \"é\": 1,}", "m.json:2:8: this is no JSON: comma before a closing bracket")
    try check("{\"entities\": []", "m.json:1:16: this is no JSON: the text ends too early")
    try check("{\"a\": 1, \"a\": 2}", "m.json:1:10: this is no JSON: duplicate key")
    try check("[]", "m.json:1: it must be an object, and is an array")
  }

  @Test func `every member is checked, and each complaint has its line and pointer`() throws {
    try check(
      """
      {"entitys": [], "versionIdentifiers": [1],
       "entities": [
        {"name": "E", "attributes": [
          {"name": "a", "type": "Strin"},
          {"name": "b", "type": "Integer 16", "default": "5"},
          {"name": "c", "type": "Integer 16", "default": 70000},
          {"name": "d", "type": "String", "minValue": 1, "isOptional": "no"},
          {"name": "e", "type": "Date", "minLength": 1}, {"name": "f", "type": "String", "maxLength": 1.5},
          {"typ": "Date"}],
         "relationships": [{"name": "r", "destination": "F", "deleteRule": "cascad"}],
         "uniquenessConstraints": ["a"], "userInfo": {"k/~": 1}, "fetchIndexes": {}},
        5]}
      """,
      "m.json:1: /entitys: a model file has no member entitys here (did you mean entities?)",
      "m.json:1: /versionIdentifiers/0: it must be a string, and is a number",
      "m.json:4: E.a: \"Strin\" is no type of attribute (did you mean String?)",
      "m.json:5: /entities/0/attributes/1/default: default must be a number, and is a string",
      "m.json:6: E.c: default is \"70000\", which is no Integer 16",
      "m.json:7: /entities/0/attributes/3/minValue: "
        + "minValue must be left to other types: strings have minLength and maxLength, and is a number",
      "m.json:7: /entities/0/attributes/3/isOptional: isOptional must be true or false, and is a string",
      "m.json:8: /entities/0/attributes/4/minLength: "
        + "minLength must be left to attributes of type String, and is a number",
      "m.json:8: E.f: maxLength is \"1.5\", and must be a whole number from 0 to 2147483647",
      "m.json:9: /entities/0/attributes/6/typ: a model file has no member typ here (did you mean type?)",
      "m.json:9: E.: its name is empty",
      "m.json:9: E.: it has no type, which only a transient attribute may",
      "m.json:10: /entities/0/relationships/0/deleteRule: deleteRule must be one of "
        + "\"noAction\", \"nullify\", \"cascade\", \"deny\", and is a string",
      "m.json:10: E.r: its destination entity F does not exist",
      "m.json:11: /entities/0/uniquenessConstraints/0: it must be an array, and is a string",
      "m.json:11: /entities/0/userInfo/k~1~0: it must be a string, and is a number",
      "m.json:11: /entities/0/fetchIndexes: it must be an array, and is an object",
      "m.json:11: E: a uniqueness constraint names no property",
      "m.json:12: /entities/1: it must be an object, and is a number")
  }

  @Test func `composites have as many levels as in XML`() async throws {
    func nested(_ levels: Int) -> String {
      "{\"entities\": [{\"name\": \"E\", \"attributes\": [\n"
        + String(repeating: "{\"name\": \"c\", \"type\": \"Composite\", \"elements\": [\n", count: levels)
        + "{\"name\": \"x\", \"type\": \"Double\"}" + String(repeating: "]}", count: levels) + "]}]}"
    }
    try check(nested(16))
    try check(nested(17), "m.json:2: E.c: it has more than 16 levels of elements")
    try check(nested(25), "m.json:10: E.c: it has more than 16 levels of elements")
    try check(
      nested(16).replacing("Double", with: "Doubl"),
      "m.json:18: E.c: \"Doubl\" is no type of attribute (did you mean Double?)")
  }

  @Test func `arrays and objects have a limit`() throws {
    try check(
      "{\"entities\": " + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}",
      "m.json:1:77: arrays and objects are nested deeper than 64")
  }

  @Test func `a byte order mark is passed over`() throws {
    try check("\u{FEFF}{\"entities\": [{\"name\": \"E\"}]}")
    try check("\u{FEFF}{\n\"é\": }", "m.json:2:6: this is no JSON: unexpected character")
  }
}
