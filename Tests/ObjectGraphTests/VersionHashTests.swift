import ObjectGraph
import PredicateLanguage
import Testing

/// Expected values stand in stores that Core Data wrote and in models that Xcode compiled: Xcode's template,
/// CoreDataMigrationRevised-Example, CoreDataPlus and SwiftGen (all three MIT).
@Suite struct `Version hashes` {
  private func check(_ entities: [EntityDescription], _ expected: [String: String]) throws {
    let model = try ManagedObjectModel(entities: entities)
    let hashes = model.entityVersionHashesByName.mapValues { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(hashes == expected)
  }

  private func attribute(_ name: String, _ type: AttributeType, isOptional: Bool = true)
    -> PropertyDescription
  {
    .attribute(AttributeDescription(name, type, isOptional: isOptional))
  }

  @Test func `the template's entity has the known hash`() throws {
    try check(
      [EntityDescription("Event", properties: [attribute("timeStamp", .date)])],
      ["Event": "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79"])
  }

  @Test func `attributes count by name, in any order of declaration`() throws {
    let names = ["postID", "color", "content"]
    try check(
      [
        EntityDescription(
          "Post", properties: names.map { attribute($0, .string) } + [attribute("date", .date)])
      ],
      ["Post": "5a24f7b65f47c33c5bd54603e4d0dfef82e163b51896929bc0b67c72221f1345"])
  }

  @Test func `relationships count with both ends and their bounds`() throws {
    let sections = RelationshipDescription(
      "sections", to: "Section", inverse: "post", isOptional: false, maxCount: 0, deleteRule: .cascade)
    let post = RelationshipDescription("post", to: "Post", inverse: "sections")
    try check(
      [
        EntityDescription(
          "Post",
          properties: [
            attribute("date", .date), attribute("hexColor", .string), attribute("postID", .string),
            .relationship(sections),
          ]),
        EntityDescription(
          "Section",
          properties: [
            attribute("body", .string), attribute("index", .integer16), attribute("title", .string),
            .relationship(post),
          ]),
      ],
      [
        "Post": "304e1bb646c24daafd47abcf4b0e8c929dfe0e106a99fb8092da1efce1f1117c",
        "Section": "007e65c75946655c0442a2a86ed3497b67baa758042cd926ab325267484ec40e",
      ])
  }

  @Test func `inheritance, constraints, transient and preserved attributes count`() throws {
    let id = AttributeDescription("id", .uuid, isOptional: false, preservesValueInHistoryOnDeletion: true)
    let speed = AttributeDescription("currentDrivingSpeed", .integer64, isTransient: true)
    let isDriving = AttributeDescription("isDriving", .boolean, isOptional: false, isTransient: true)
    let cars = RelationshipDescription("cars", to: "Car", inverse: "owner", maxCount: 0)
    let owner = RelationshipDescription("owner", to: "Person", inverse: "cars")
    try check(
      [
        EntityDescription(
          "Car",
          properties: [
            attribute("color", .transformable), .attribute(speed), attribute("maker", .string),
            attribute("markedForDeletionAsOf", .date), attribute("model", .string),
            attribute("numberPlate", .string, isOptional: false), .relationship(owner),
          ], uniquenessConstraints: [["numberPlate"]]),
        EntityDescription(
          "ExpensiveSportCar", superentity: "SportCar", properties: [attribute("isLimitedEdition", .boolean)]),
        EntityDescription(
          "Person",
          properties: [
            attribute("firstName", .string), .attribute(id), .attribute(isDriving),
            attribute("lastName", .string), attribute("updatedAt", .date, isOptional: false),
            .relationship(cars),
          ], uniquenessConstraints: [["firstName", "lastName"]]),
        EntityDescription("SportCar", superentity: "Car", properties: []),
      ],
      [
        "Car": "9e555529072158220d1bacd2f80a3dad4919f74a32aa8be9ee22a6a7b4126c8f",
        "ExpensiveSportCar": "3dc7e32b1be45b5a4c795ac9af3e1d10aa7222d3c69ae805bbeb4408bdeba480",
        "Person": "164268551b45108ae763aa2ba61ff32d32d32323850987c3e21607c8da44b72b",
        "SportCar": "514ec1907a568299f9fb6851106516136f0755f45fa53a823a0e4d44013d5313",
      ])
  }

  @Test func `an abstract entity passes its hash on`() throws {
    try check(
      [
        EntityDescription("AbstractEntity", isAbstract: true, properties: []),
        EntityDescription(
          "NewEntity", superentity: "AbstractEntity", properties: [attribute("identifier", .uuid)],
          uniquenessConstraints: [["identifier"]]),
      ],
      [
        "AbstractEntity": "dbc201c1a26b2e8f6b8130b6ed8f7083e88229db4c1d1b73d8bccaab48402d12",
        "NewEntity": "a1d2c1d335618c265d2ffbd01c2bafe655aa0e0a82bc9f1ceba0c8b5b1d73264",
      ])
  }

  @Test func `every type and every kind of relationship counts`() throws {
    let optional: [(String, AttributeType)] = [
      ("attributedString", .transformable), ("binaryData", .binary), ("date", .date), ("decimal", .decimal),
      ("integerEnum", .integer16), ("integerOptionSet", .integer16), ("optionalBoolean", .boolean),
      ("optionalDouble", .double), ("optionalInt16", .integer16), ("optionalInt64", .integer64),
      ("optionalString", .string), ("stringEnum", .string), ("transformable", .transformable),
      ("transformableCustomArray", .transformable), ("transformableCustomPolyline", .transformable),
      ("uri", .uri), ("uuid", .uuid),
    ]
    let required: [(String, AttributeType)] = [
      ("boolean", .boolean), ("double", .double), ("float", .float), ("int16", .integer16),
      ("int32", .integer32), ("int64", .integer64), ("optionalFloat", .float), ("optionalInt32", .integer32),
      ("string", .string),
    ]
    let transient = AttributeDescription("transient", .string, isTransient: true)
    func relationship(_ name: String, to entity: String, maxCount: Int32, isOrdered: Bool = false)
      -> PropertyDescription
    {
      .relationship(
        RelationshipDescription(name, to: entity, inverse: name, maxCount: maxCount, isOrdered: isOrdered))
    }
    try check(
      [
        EntityDescription(
          "MainEntity",
          properties: optional.map { attribute($0.0, $0.1) }
            + required.map { attribute($0.0, $0.1, isOptional: false) } + [
              .attribute(transient), relationship("manyToMany", to: "SecondaryEntity", maxCount: 0),
              relationship("oneToMany", to: "SecondaryEntity", maxCount: 0, isOrdered: true),
              relationship("oneToOne", to: "SecondaryEntity", maxCount: 1),
            ]),
        EntityDescription(
          "SecondaryEntity",
          properties: [
            attribute("name", .string, isOptional: false),
            relationship("manyToMany", to: "MainEntity", maxCount: 0),
            relationship("oneToMany", to: "MainEntity", maxCount: 1),
            relationship("oneToOne", to: "MainEntity", maxCount: 1),
          ]),
      ],
      [
        "MainEntity": "bbf526ecac33594bc5f32af93730a61633c797632461884e2a5f4b0be4807b92",
        "SecondaryEntity": "59d09e9646e42b7c80a364b28ffa53b54fa6bde1030074c50c37ff76913d4dd3",
      ])
  }
}
