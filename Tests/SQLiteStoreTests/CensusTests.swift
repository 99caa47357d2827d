import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// What an examination says about the objects of a store.
@Suite struct `A census of a store` {
  @Test func `objects are counted by entity, and keys that lead nowhere by relationship`() throws {
    let garage = try Garage()
    let owner = try garage.add("Owner")
    for entity in ["Ship", "Car", "Car", "SportCar"] {
      try garage.add(entity, ["owner": .objectID(owner)])
    }
    let ship = try #require(try garage.objects(garage.query("Ship")).first?.objectID)
    try garage.pair(
      garage.relationship("Owner", "notes"), set: [ChangeSet.Pair(source: owner, destination: ship)])
    let path = garage.fixture.path()
    let sound = try #require(StoreExamination(path: path, model: garage.model).census)
    #expect(sound.objectCounts == ["Owner": 1, "Ship": 1, "Car": 2, "SportCar": 1])
    #expect(sound.dangling.isEmpty)
    let raw = try garage.fixture.raw()
    try raw.execute("UPDATE ZVEHICLE SET ZOWNER = 50 WHERE Z_ENT = 4")
    try raw.execute("UPDATE ZOWNER SET ZFAVORITE = 60")
    try raw.execute("INSERT INTO Z_1NOTES VALUES (1, 70), (80, 1), (81, 71)")
    let broken = try #require(StoreExamination(path: path, model: garage.model).census)
    #expect(broken.objectCounts == sound.objectCounts)
    #expect(
      broken.dangling.map { "\($0.relationship) \($0.count)" } == [
        "Owner.favorite 1", "Vehicle.owner 2", "Owner.notes 3",
      ])
  }

  @Test func `a store of another model has none`() throws {
    let fixture = try StoreFixture()
    try fixture.open().close()
    #expect(StoreExamination(path: fixture.path(), model: try Garage.model()).census == nil)
  }
}
