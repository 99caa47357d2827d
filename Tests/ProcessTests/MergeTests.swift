import JSON
import Testing

extension ProcessSuite {
  /// What a read sees while others save, and what becomes a conflict: protocol.md, "Contexts".
  ///
  /// Every claim holds between two contexts of one process and between two processes alike.
  @Suite struct MergeTests {
    /// Two sides of one store: mine and the other's.
    struct Sides {
      let mine: Server
      let other: Server
      let otherContext: String
      private let scratch: Scratch

      init(_ place: String) throws {
        scratch = try Scratch()
        mine = try TaskTests.filled(scratch.store)
        if place == "process" {
          other = try Server(store: scratch.store)
          otherContext = "view"
        } else {
          other = mine
          otherContext = "other"
          try mine.check("context.create", #"{"name": "other"}"#, gives: "{}")
        }
      }

      func otherUpdates(_ uuid: String, _ values: String) throws {
        try other.check(
          "task.update",
          #"{"uuid": "\#(uuid)", "values": {\#(values)}, "save": true, "context": "\#(otherContext)"}"#,
          gives: #"{"updatedCount": 1}"#)
      }

      func otherDeletes(_ uuid: String) throws {
        try other.check(
          "task.delete", #"{"uuid": "\#(uuid)", "save": true, "context": "\#(otherContext)"}"#,
          gives: #"{"deletedCount": 1}"#)
      }

      func iUpdate(_ uuid: String, _ values: String) throws {
        try mine.check(
          "task.update", #"{"uuid": "\#(uuid)", "values": {\#(values)}}"#, gives: #"{"updatedCount": 1}"#)
      }

      func iSee(_ uuid: String, _ pattern: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try mine.check("task.get", #"{"uuid": "\#(uuid)"}"#, gives: pattern, sourceLocation: sourceLocation)
      }
    }

    static let places = ["context", "process"]

    @Test(arguments: places)
    func `an object without pending changes shows the newest commit`(_ place: String) throws {
      let sides = try Sides(place)
      try sides.iSee("A", #"{"category": 1}"#)
      try sides.otherUpdates("A", #""category": 7"#)
      try sides.iSee("A", #"{"category": 7, "$version": 2}"#)
      #expect(try sides.mine.uuids(#""predicate": "category == 7""#) == ["A"])
      try sides.otherDeletes("A")
      try sides.mine.check("task.get", #"{"uuid": "A"}"#, failsWith: "object.notFound")
      #expect(try sides.mine.uuids().joined() == "BCDE")
    }

    @Test(arguments: places)
    func `properties I have not touched follow, and there is no conflict`(_ place: String) throws {
      let sides = try Sides(place)
      try sides.iUpdate("A", #""taskDescription": "mine""#)
      try sides.otherUpdates("A", #""category": 7"#)
      try sides.iSee("A", #"{"taskDescription": "mine", "category": 7}"#)
      try sides.mine.check("context.save", gives: #"{"saved": {"updatedCount": 1}}"#)
      try sides.iSee("A", #"{"taskDescription": "mine", "category": 7, "$version": 3}"#)
    }

    @Test(arguments: places)
    func `a property changed on both sides stays mine and is a conflict at my save`(_ place: String) throws {
      let sides = try Sides(place)
      try sides.iUpdate("A", #""category": 8"#)
      try sides.otherUpdates("A", #""category": 7"#)
      try sides.iSee("A", #"{"category": 8}"#)
      for _ in 0..<2 {
        try sides.mine.check(
          "context.save", failsWith: "conflict.merge", code: 133020,
          data:
            #"{"conflicts": [{"objectID": "*", "keys": ["category"], "yours": {"category": 8}, "theirs": {"category": 7}, "base": {"category": 1}}]}"#
        )
        try sides.mine.check("context.status", gives: #"{"hasChanges": true, "updated": [{"uuid": "A"}]}"#)
      }
      try sides.mine.check("context.rollback", gives: "{}")
      try sides.iSee("A", #"{"category": 7}"#)
      try sides.mine.check("context.save", gives: #"{"saved": {"updatedCount": 0}}"#)
    }

    @Test(arguments: places)
    func `refreshing the object in conflict is a way on`(_ place: String) throws {
      let sides = try Sides(place)
      try sides.iUpdate("A", #""category": 8, "finished": true"#)
      try sides.otherUpdates("A", #""category": 7"#)
      let data = try sides.mine.check("context.save", failsWith: "conflict.merge")
      let id = try #require(data["conflicts"]?.array?.first?["objectID"]?.string)
      try sides.mine.check(
        "object.refresh", #"{"objectIDs": ["\#(id)"], "keepChanges": true}"#,
        gives: #"{"objects": [{"category": 8}]}"#)
      try sides.mine.check("context.save", gives: #"{"saved": {"updatedCount": 1}}"#)
      try sides.iSee("A", #"{"category": 8, "finished": true, "$version": 3}"#)
    }

    @Test(arguments: places)
    func `an object I changed and someone deleted stays pending and is a conflict at my save`(
      _ place: String
    ) throws {
      let sides = try Sides(place)
      try sides.iUpdate("A", #""category": 8"#)
      try sides.otherDeletes("A")
      try sides.iSee("A", #"{"category": 8}"#)
      #expect(try sides.mine.uuids().contains("A"))
      try sides.mine.check(
        "context.save", failsWith: "conflict.merge", code: 133020, data: #"{"conflicts": [{"theirs": null}]}"#
      )
      try sides.mine.check("context.status", gives: #"{"updated": [{"uuid": "A"}]}"#)
      try sides.mine.check("context.rollback", gives: "{}")
      try sides.mine.check("task.get", #"{"uuid": "A"}"#, failsWith: "object.notFound")
    }

    @Test(arguments: places)
    func `the same uuid added on both sides is a constraint conflict at the later save`(_ place: String)
      throws
    {
      let sides = try Sides(place)
      try sides.mine.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "X"}}"#, gives: "{}")
      try sides.other.check(
        "task.add",
        #"{"values": {"taskDescription": "a", "uuid": "X"}, "save": true, "context": "\#(sides.otherContext)"}"#,
        gives: "{}")
      try sides.mine.check(
        "context.save", failsWith: "conflict.constraint", code: 133021, data: #"{"existingObjectID": "*"}"#)
      try sides.mine.check("context.status", gives: #"{"inserted": [{"uuid": "X"}]}"#)
      try sides.mine.check("context.rollback", gives: "{}")
    }

    @Test func `sort, offset and limit apply to the merged list`() throws {
      let server = try TaskTests.filled()
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "Z", "category": 0}}"#, gives: "{}")
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "Y", "category": 2}}"#, gives: "{}")
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 5}}"#, gives: "{}")
      try server.check("task.delete", #"{"uuid": "C"}"#, gives: "{}")
      #expect(try server.uuids().joined() == "ABDEZY")
      #expect(try server.uuids(#""sort": ["category"]"#).joined() == "ZBEYDA")
      #expect(try server.uuids(#""sort": ["-category"], "offset": 1, "limit": 3"#).joined() == "DBE")
      #expect(try server.uuids(#""predicate": "category == 2", "limit": 2, "offset": 1"#).joined() == "EY")
      try server.check("task.count", #"{"predicate": "category >= 2"}"#, gives: #"{"count": 5}"#)
    }
  }
}
