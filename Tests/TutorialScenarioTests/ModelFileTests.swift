import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// The set-up by hand with its model from a file, and from every model in a folder.
@MainActor @Suite struct ModelFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func version(_ attributes: String, _ identifier: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift" \
    userDefinedModelVersionIdentifier="\(identifier)">
        <entity name="Person" representedClassName="Person" syncable="YES">
            <attribute name="name" attributeType="String" maxValueString="20"/>
            \(attributes)
        </entity>
    </model>
    """
  }

  /// `Person.xcdatamodeld` with two versions, of which the second is in use.
  private func writePerson() throws -> URL {
    let age = "<attribute name=\"age\" optional=\"YES\" attributeType=\"Integer 16\" minValueString=\"0\"/>"
    try folder.write(version("", "1"), to: "Person.xcdatamodeld/Person.xcdatamodel/contents")
    try folder.write(version(age, "2"), to: "Person.xcdatamodeld/Person 2.xcdatamodel/contents")
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>
      \t<string>Person 2.xcdatamodel</string>
      </dict>
      </plist>
      """, to: "Person.xcdatamodeld/.xccurrentversion")
    return folder.url.appending(path: "Person.xcdatamodeld")
  }

  /// The stack that the tutorial sets up by hand, over a model from somewhere.
  private func openContext(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: .sqlite, configuration: nil, at: folder.url.appending(path: "person.db"), options: nil)
    return ManagedObjectContext(coordinator: coordinator)
  }

  @Test func `the model of a file is the model of a store`() throws {
    let context = try openContext(ManagedObjectModel(contentsOf: try writePerson()))
    let person = try context.insertNewObject(forEntityName: "Person")
    try person.setValue(.string("Ada"), forKey: "name")
    try person.setValue(.integer(-1), forKey: "age")
    guard case .invalid(let failures)? = #expect(throws: StoreError.self, performing: { try context.save() })
    else {
      Issue.record("an age of -1 was saved")
      return
    }
    #expect(failures.map(\.reason) == [.numberTooSmall])
    try person.setValue(.integer(36), forKey: "age")
    #expect(try context.save().insertedCount == 1)
    context.persistentStoreCoordinator.persistentStores[0].close()
    let again = try openContext(ManagedObjectModel(contentsOf: try writePerson()))
    let found = try again.fetch(FetchRequest(entityName: "Person"))
    #expect(try found.map { try $0.value(forKey: "age") } == [.integer(36)])
  }

  @Test func `a store of the version before is refused, and opens with that version`() throws {
    let url = try writePerson()
    let old = try ModelVersions(contentsOf: url).model(named: "Person")
    try openContext(old).persistentStoreCoordinator.persistentStores[0].close()
    let current = try ManagedObjectModel(contentsOf: url)
    #expect(throws: StoreError.incompatible(entities: ["Person"])) { try openContext(current) }
    let context = try openContext(old)
    #expect(try context.count(for: FetchRequest(entityName: "Person")) == 0)
  }

  @Test func `a container migrates a store of the version before`() throws {
    let versions = try ModelVersions(contentsOf: try writePerson())
    let context = try openContext(versions.model(named: "Person"))
    let person = try context.insertNewObject(forEntityName: "Person")
    try person.setValue(.string("Ada"), forKey: "name")
    try context.save()
    context.persistentStoreCoordinator.persistentStores[0].close()
    let container = PersistentContainer(name: "Person", managedObjectModel: try versions.currentModel())
    var description = PersistentStoreDescription(url: folder.url.appending(path: "person.db"))
    #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
    description.sourceModels = Array(try versions.models().values)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    try container.viewContext.performAndWait { context throws(StoreError) in
      let found = try context.fetch(FetchRequest(entityName: "Person"))
      #expect(
        try found.map { person throws(StoreError) in try person.value(forKey: "name") } == [.string("Ada")])
      try found[0].setValue(.integer(36), forKey: "age")
      #expect(try context.save().updatedCount == 1)
    }
  }

  @Test func `every model of a folder makes one`() throws {
    _ = try writePerson()
    try folder.write(
      """
      {"entities": [{"name": "Place", "attributes": [{"name": "city", "type": "String"}]}]}
      """, to: "Place.model.json")
    let model = try ManagedObjectModel.mergedModel(from: [folder.url])
    #expect(model.entities.map(\.name) == ["Person", "Place"] && model.versionIdentifiers == ["2"])
    let context = try openContext(model)
    try context.insertNewObject(forEntityName: "Place").setValue(.string("Rome"), forKey: "city")
    #expect(try context.save().insertedCount == 1)
  }
}
