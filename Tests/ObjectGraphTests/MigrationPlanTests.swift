import ObjectGraph
import PredicateLanguage
import TestSupport
import Testing

/// What is inferred from an old and a new model, and what is not.
@Suite struct `Plans of migrations` {
  typealias Entity = EntityDescription

  private static func attribute(
    _ name: String, _ type: AttributeType = .string, required: Bool = false,
    default value: AttributeValue = .null, was identifier: String? = nil
  ) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name, type, isOptional: !required, defaultValue: value, renamingIdentifier: identifier))
  }

  private static func link(
    _ name: String, to entity: String, inverse: String? = nil, many: Bool = false, ordered: Bool = false,
    was identifier: String? = nil
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: entity, inverse: inverse, maxCount: many ? 0 : 1, isOrdered: ordered,
        renamingIdentifier: identifier))
  }

  private func plan(_ old: [Entity], _ new: [Entity]) throws -> MigrationPlan {
    try MigrationPlan(from: ManagedObjectModel(entities: old), to: ManagedObjectModel(entities: new))
  }

  /// - Parameters:
  ///   - steps: each as it is told to people.
  ///   - losses: what could go, without numbers.
  private func check(
    _ old: [Entity], _ new: [Entity], _ steps: [String], losses: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let plan = try plan(old, new)
    #expect(plan.steps.map(\.description) == steps, sourceLocation: location)
    #expect(plan.losses.map(\.description) == losses, sourceLocation: location)
    #expect(plan.losses.allSatisfy { $0.count == nil }, sourceLocation: location)
  }

  private func check(
    _ old: [Entity], _ new: [Entity], cannot obstacles: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let error = #expect(throws: MigrationObstacles.self, sourceLocation: location) { try plan(old, new) }
    #expect(error?.obstacles.map(\.description) == obstacles, sourceLocation: location)
  }

  /// A change of the one entity `Task`, which has a title.
  private func check(
    _ before: [PropertyDescription], _ after: [PropertyDescription], _ steps: [String], losses: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      [Entity("Task", properties: before)], [Entity("Task", properties: after)], steps, losses: losses,
      location)
  }

  private func check(
    _ before: [PropertyDescription], _ after: [PropertyDescription], cannot obstacles: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      [Entity("Task", properties: before)], [Entity("Task", properties: after)], cannot: obstacles, location)
  }

  // MARK: - Attributes

  @Test func `equal models need nothing`() throws {
    let model = [
      Entity("Task", properties: [Self.attribute("title"), Self.link("list", to: "List", inverse: "tasks")]),
      Entity("List", properties: [Self.link("tasks", to: "Task", inverse: "list", many: true)]),
    ]
    try check(model, model, [])
    #expect(try plan(model, model).entityMappings.map(\.name) == ["IEM_Copy_List", "IEM_Copy_Task"])
  }

  @Test func `attributes are added, removed and renamed`() throws {
    let title = Self.attribute("title")
    try check([title], [title, Self.attribute("notes")], ["add the attribute Task.notes"])
    try check(
      [title], [title, Self.attribute("size", .integer16, required: true, default: .integer(1))],
      ["add the attribute Task.size"])
    try check(
      [title, Self.attribute("notes")], [title], ["remove the attribute Task.notes"],
      losses: ["values of Task.notes"])
    try check(
      [title], [Self.attribute("name", was: "title")], ["rename the attribute title to Task.name"])
  }

  @Test func `an attribute that must have a value needs a default`() throws {
    let title = Self.attribute("title")
    try check(
      [title], [title, Self.attribute("size", .integer16, required: true)],
      cannot: ["Task.size: must have a value and has no default"])
    try check(
      [title], [Self.attribute("title", required: true)],
      cannot: ["Task.title: must have a value and has no default"])
    try check(
      [title], [Self.attribute("title", required: true, default: .string("-"))], ["make Task.title required"])
    try check([Self.attribute("title", required: true)], [title], ["make Task.title optional"])
    try check(
      [Self.attribute("title", required: true)], [Self.attribute("name", required: true, was: "title")],
      ["rename the attribute title to Task.name"])
  }

  @Test(arguments: [
    (AttributeType.integer16, AttributeType.integer32), (.integer16, .boolean), (.string, .uri),
    (.float, .double), (.date, .double), (.binary, .transformable),
  ])
  func `another type is never inferred, as in Core Data`(old: AttributeType, new: AttributeType) throws {
    try check(
      [Self.attribute("x", old)], [Self.attribute("x", new)],
      cannot: ["Task.x: was \(old.name) and is \(new.name)"])
  }

  @Test func `every obstacle is named`() throws {
    try check(
      [Self.attribute("a", .integer16), Self.attribute("b")],
      [
        Self.attribute("a"), Self.attribute("b", required: true),
        .attribute(AttributeDescription("d", .binary, isOptional: false)),
      ],
      cannot: [
        "Task.a: was Integer 16 and is String", "Task.b: must have a value and has no default",
        "Task.d: must have a value and has no default",
      ])
  }

  @Test func `attributes that are not stored count for nothing`() throws {
    let title = Self.attribute("title")
    let transient = PropertyDescription.attribute(
      AttributeDescription("shown", .string, isOptional: false, isTransient: true))
    try check([title], [title, transient], [])
    try check(
      [title, Self.attribute("shown")], [title, transient], ["remove the attribute Task.shown"],
      losses: ["values of Task.shown"])
  }

  // MARK: - Names

  @Test func `a renaming identifier holds over several versions`() throws {
    let (first, second) = (Self.attribute("a"), Self.attribute("b", was: "a"))
    let third = Self.attribute("c", was: "a")
    try check([first], [second], ["rename the attribute a to Task.b"])
    try check([second], [third], ["rename the attribute b to Task.c"])
    try check([first], [third], ["rename the attribute a to Task.c"])
    // The way back, and a version whose author dropped the identifier.
    try check([second], [first], ["rename the attribute b to Task.a"])
    try check([second], [Self.attribute("b")], [])
    try check([Self.attribute("b")], [second], [])
  }

  @Test func `names may be exchanged, and a name may be used again`() throws {
    try check(
      [Self.attribute("a"), Self.attribute("b")],
      [Self.attribute("a", was: "b"), Self.attribute("b", was: "a")],
      ["rename the attribute b to Task.a", "rename the attribute a to Task.b"])
    try check(
      [Self.attribute("a")], [Self.attribute("a"), Self.attribute("b", was: "a")],
      ["add the attribute Task.a", "rename the attribute a to Task.b"])
  }

  @Test func `two that claim the same past are an obstacle`() throws {
    try check(
      [Self.attribute("a")], [Self.attribute("b", was: "a"), Self.attribute("c", was: "a")],
      cannot: ["Task.c: and b both claim to have been a"])
    try check(
      [Entity("A", properties: [])],
      [
        Entity("B", properties: [], renamingIdentifier: "A"),
        Entity("C", properties: [], renamingIdentifier: "A"),
      ], cannot: ["C: and B both claim to have been A"])
  }

  // MARK: - Entities

  @Test func `entities are added, removed and renamed`() throws {
    let task = Entity("Task", properties: [Self.attribute("title")])
    let note = Entity("Note", properties: [Self.attribute("text", required: true)])
    try check([task], [task, note], ["add the entity Note"])
    try check([task, note], [task], ["remove the entity Note"], losses: ["objects of Note"])
    let item = Entity("Item", properties: [Self.attribute("title")], renamingIdentifier: "Task")
    try check([task], [item], ["rename the entity Task to Item"])
    #expect(
      try plan([task, note], [item]).entityMappings.map(\.name) == ["IEM_Transform_Item", "IEM_Remove_Note"])
    #expect(try plan([task], [task, note]).entityMappings.map(\.kind) == [.add, .copy])
  }

  @Test func `an entity is abstract or not`() throws {
    let task = Entity("Task", properties: [Self.attribute("title")])
    let sub = Entity("Errand", superentity: "Task", properties: [])
    let abstract = Entity("Task", isAbstract: true, properties: [Self.attribute("title")])
    try check([task, sub], [abstract, sub], ["make Task abstract"], losses: ["objects of Task"])
    try check([abstract, sub], [task, sub], ["make Task concrete"])
  }

  @Test func `a parent is put above or taken away, and attributes move`() throws {
    let apart = [
      Entity("A", properties: [Self.attribute("name"), Self.attribute("a")]),
      Entity("B", properties: [Self.attribute("name")]),
    ]
    let under = [
      Entity("Base", isAbstract: true, properties: [Self.attribute("name")]),
      Entity("A", superentity: "Base", properties: [Self.attribute("a")]),
      Entity("B", superentity: "Base", properties: []),
    ]
    try check(
      apart, under,
      [
        "add the entity Base", "move A.name to Base.name", "move B.name to Base.name",
        "let A inherit from Base instead of nothing", "let B inherit from Base instead of nothing",
      ])
    try check(
      under, apart,
      [
        "let A inherit from nothing instead of Base", "move Base.name to A.name",
        "let B inherit from nothing instead of Base", "move Base.name to B.name", "remove the entity Base",
      ])
  }

  @Test func `an attribute that moves down is lost above and in other branches`() throws {
    let before = [
      Entity("Base", properties: [Self.attribute("name")]), Entity("A", superentity: "Base", properties: []),
      Entity("B", superentity: "Base", properties: []),
    ]
    let after = [
      Entity("Base", properties: []), Entity("A", superentity: "Base", properties: [Self.attribute("name")]),
      Entity("B", superentity: "Base", properties: []),
    ]
    try check(before, after, ["move Base.name to A.name"], losses: ["values of Base.name"])
    #expect(try plan(before, after).losses[0].affectedEntities == ["Base", "B"])
  }

  @Test func `an inherited attribute is told once`() throws {
    let subs = [
      Entity("A", superentity: "Base", properties: []), Entity("B", superentity: "Base", properties: []),
    ]
    let before = [Entity("Base", properties: [Self.attribute("x", .date), Self.attribute("y")])] + subs
    let after = [Entity("Base", properties: [Self.attribute("x", .date), Self.attribute("z", .uuid)])] + subs
    try check(
      before, after, ["add the attribute Base.z", "remove the attribute Base.y"], losses: ["values of Base.y"]
    )
    let wrong = [Entity("Base", properties: [Self.attribute("x", .uuid), Self.attribute("y")])] + subs
    try check(before, wrong, cannot: ["Base.x: was Date and is UUID"])
  }

  // MARK: - Relationships

  private static func ends(
    _ one: PropertyDescription, _ other: PropertyDescription? = nil
  ) -> [Entity] {
    [Entity("One", properties: [one]), Entity("Other", properties: other.map { [$0] } ?? [])]
  }

  @Test func `relationships are added, removed and renamed`() throws {
    let none = [Entity("One", properties: []), Entity("Other", properties: [])]
    let there = Self.link("other", to: "Other", inverse: "ones")
    let back = Self.link("ones", to: "One", inverse: "other", many: true)
    let both = Self.ends(there, back)
    try check(none, both, ["add the relationship One.other", "add the relationship Other.ones"])
    try check(
      both, none, ["remove the relationship One.other", "remove the relationship Other.ones"],
      losses: ["values of One.other", "values of Other.ones"])
    try check(
      both,
      Self.ends(
        Self.link("partner", to: "Other", inverse: "members", was: "other"),
        Self.link("members", to: "One", inverse: "partner", many: true, was: "ones")),
      ["rename the relationship other to One.partner", "rename the relationship ones to Other.members"])
    // One of two ends goes: what is linked stays so.
    try check(both, Self.ends(Self.link("other", to: "Other")), ["remove the relationship Other.ones"])
  }

  @Test func `to-one becomes to-many, never the other way`() throws {
    let one = Self.ends(
      Self.link("others", to: "Other", inverse: "ones"),
      Self.link("ones", to: "One", inverse: "others", many: true))
    let many = Self.ends(
      Self.link("others", to: "Other", inverse: "ones", many: true),
      Self.link("ones", to: "One", inverse: "others", many: true))
    try check(one, many, ["make One.others to-many"])
    try check(many, one, cannot: ["One.others: was to-many and is to-one"])
    let ordered = Self.ends(
      Self.link("others", to: "Other", inverse: "ones", many: true, ordered: true),
      Self.link("ones", to: "One", inverse: "others", many: true))
    try check(many, ordered, ["give One.others an order"])
    try check(ordered, many, ["take the order from One.others"])
  }

  @Test func `a relationship leads to the same objects as before`() throws {
    func model(_ end: String, parent: String? = nil) -> [Entity] {
      [
        Entity("One", properties: [Self.link("end", to: end)]), Entity("Base", properties: []),
        Entity("Other", superentity: parent, properties: []),
      ]
    }
    try check(
      model("Other"), model("Base", parent: "Base"),
      ["let Other inherit from Base instead of nothing", "let One.end lead to Base instead of Other"])
    try check(
      model("Other"), model("Base"), cannot: ["One.end: led to Other and leads to Base"])
    try check(
      model("Base", parent: "Base"), model("Other", parent: "Base"),
      cannot: ["One.end: led to Base and leads to Other"])
  }

  @Test func `an attribute never becomes a relationship`() throws {
    try check(
      [Entity("One", properties: [Self.attribute("other")]), Entity("Other", properties: [])],
      Self.ends(Self.link("other", to: "Other")),
      ["add the relationship One.other", "remove the attribute One.other"], losses: ["values of One.other"])
  }

  @Test func `a new inverse of what was there before is to-many`() throws {
    let before = Self.ends(Self.link("other", to: "Other"))
    try check(
      before,
      Self.ends(
        Self.link("other", to: "Other", inverse: "ones"),
        Self.link("ones", to: "One", inverse: "other", many: true)), ["add the relationship Other.ones"])
    try check(
      before,
      Self.ends(
        Self.link("other", to: "Other", inverse: "one"), Self.link("one", to: "One", inverse: "other")),
      cannot: ["Other.one: is the new inverse of a relationship that was there before, and is not to-many"])
  }

  @Test func `partners are not exchanged`() throws {
    func model(_ a: String, _ b: String) -> [Entity] {
      [
        Entity(
          "One",
          properties: [Self.link("a", to: "Other", inverse: a), Self.link("b", to: "Other", inverse: b)]),
        Entity(
          "Other",
          properties: [
            Self.link("x", to: "One", inverse: a == "x" ? "a" : "b"),
            Self.link("y", to: "One", inverse: a == "y" ? "a" : "b"),
          ]),
      ]
    }
    try check(
      model("x", "y"), model("y", "x"),
      cannot: [
        "One.a: has another inverse", "One.b: has another inverse", "Other.x: has another inverse",
        "Other.y: has another inverse",
      ])
  }

  // MARK: - Constraints and indexes

  @Test func `constraints and indexes are added and removed, and follow renamed attributes`() throws {
    func task(
      _ name: String, was identifier: String? = nil, _ constraints: [[String]] = [], _ indexes: [String] = []
    ) -> [Entity] {
      [
        Entity(
          "Task", properties: [Self.attribute(name, was: identifier), Self.attribute("b")],
          uniquenessConstraints: constraints,
          fetchIndexes: indexes.map { FetchIndexDescription("by" + $0, [.init($0)]) })
      ]
    }
    try check(task("a"), task("a", [["a", "b"]]), ["make (a, b) unique in Task"])
    try check(
      task("a", [["a", "b"]]), task("a"), ["let (a, b) of Task be the same in several objects"])
    try check(task("a"), task("a", [], ["b"]), ["add the index byb of Task"])
    try check(task("a", [], ["b"]), task("a"), ["remove the index byb of Task"])
    try check(task("a", [["a"]]), task("c", was: "a", [["c"]]), ["rename the attribute a to Task.c"])
  }

  @Test func `steps have their facts for programs`() throws {
    let plan = try plan(
      [Entity("Task", properties: [Self.attribute("title")])],
      [Entity("Item", properties: [Self.attribute("name", was: "title")], renamingIdentifier: "Task")])
    #expect(plan.steps.map(\.action) == [.renameEntity, .renameAttribute])
    #expect(plan.steps.map(\.entity) == ["Item", "Item"])
    #expect(plan.steps.map(\.properties) == [[], ["name"]])
    #expect(plan.steps.map(\.oldName) == ["Task", "title"])
    #expect(plan.steps.map(\.newName) == ["Item", "name"])
  }

  // MARK: - Models of others

  private static let folder = "data/coredata/models/"
  private static var isThere: Bool { SharedFiles.url(folder) != nil }

  private func plan(_ old: String, _ new: String) throws -> MigrationPlan {
    func model(_ name: String) throws -> ManagedObjectModel {
      try ManagedObjectModel(contentsOf: try #require(SharedFiles.url(Self.folder + name + ".contents")))
    }
    return try MigrationPlan(from: model(old), to: model(new))
  }

  /// CoreDataMigrationRevised-Example and CoreDataPlus (MIT): what their authors say, or leave to Core Data.
  @Test(
    .enabled(if: isThere, "the shared data is absent"),
    arguments: [
      ("CoreDataMigrationRevised-Example/Example1", "2", ["rename the attribute color to Post.hexColor"], []),
      (
        "CoreDataMigrationRevised-Example/Example2", "3",
        [
          "add the relationship Post.sections", "add the entity Section", "remove the attribute Post.content",
        ], ["values of Post.content"]
      ),
      ("CoreDataMigrationRevised-Example/Example3", "4", ["add the attribute Post.softDeleted"], []),
      ("CoreDataPlus/SampleModel3", "_v2", ["add the entity Pet", "add the relationship User.pet"], []),
      (
        "CoreDataPlus/SampleModel3_v2", "_v3", ["remove the attribute User.petName"],
        ["values of User.petName"]
      ),
    ])
  func `chains of versions are followed`(old: String, next: String, steps: [String], losses: [String]) throws
  {
    let base = next.hasPrefix("_") ? old.replacing("_v2", with: "") : String(old.dropLast())
    let plan = try plan(old, base + next)
    #expect(plan.steps.map(\.description) == steps)
    #expect(plan.losses.map(\.description) == losses)
  }
}
