import ObjectGraph
import PredicateLanguage
import Testing

/// Expected values stand in stores that Core Data wrote: Xcode's template, CoreDataMigrationRevised-Example and
/// CoreDataPlus (both MIT).
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

  @Test func `defaults, indexes and delete rules do not count, modifiers do`() throws {
    func hash(_ change: (inout AttributeDescription) -> Void, index: Bool = false) throws -> [UInt8]? {
      var attribute = AttributeDescription("a", .integer32)
      change(&attribute)
      let indexes = index ? [FetchIndexDescription("byA", [FetchIndexDescription.Element("a")])] : []
      let entity = EntityDescription("E", properties: [.attribute(attribute)], fetchIndexes: indexes)
      return try ManagedObjectModel(entities: [entity]).entityVersionHashesByName["E"]
    }
    let plain = try hash { _ in }
    #expect(try hash { $0.defaultValue = .integer(3) } == plain)
    #expect(try hash({ _ in }, index: true) == plain)
    #expect(try hash { $0.versionHashModifier = "2" } != plain)
    #expect(try hash { $0.isOptional = false } != plain)
  }
}
