import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// A recorded conversation about relationships runs again with new IDs in the place of all old ones.
  @Suite struct RelationshipReplayTests {
    private let scratch: Scratch
    private var recording: String { scratch.path("session.ndjson") }
    private let model = #"""
      {"entities": [
        {"name": "Department", "attributes": [{"name": "name", "type": "String"}], "relationships": [
          {"name": "employees", "destination": "Employee", "inverse": "department", "maxCount": 0, "isOrdered": true}]},
        {"name": "Employee", "attributes": [{"name": "name", "type": "String"}], "relationships": [
          {"name": "department", "destination": "Department", "inverse": "employees"}]},
        {"name": "Manager", "superentity": "Employee", "attributes": []}]}
      """#

    init() throws { scratch = try Scratch() }

    @Test(arguments: [true, false])
    func `IDs in values, in lists and as members are those of the replay`(_ isInMemory: Bool) throws {
      let path = scratch.path("staff.json")
      try model.write(toFile: path, atomically: true, encoding: .utf8)
      let server = try Server(
        store: isInMemory ? nil : scratch.path("staff.sqlite"), ["--model", path, "--record", recording])
      func make(_ entity: String, _ values: String) throws -> String {
        let made = try server.check(
          "object.insert", #"{"entity": "\#(entity)", "values": \#(values)}"#, gives: "{}")
        return try #require(made["$objectID"]?.text)
      }
      let sales = try make("Department", #"{"name": "Sales"}"#)
      let ada = try make("Employee", #"{"name": "Ada", "department": \#(sales)}"#)
      let bea = try make("Manager", #"{"name": "Bea"}"#)
      let subject = #"{"objectID": \#(sales), "relationship": "employees""#
      try server.check(
        "relationship.add", subject + #", "objectIDs": [\#(bea)], "index": 0}"#, gives: #"{"count": 2}"#)
      try server.check(
        "relationship.move", subject + #", "member": \#(ada), "index": 0}"#, gives: #"{"count": 2}"#)
      try server.check(
        "relationship.get", subject + "}", gives: #"{"objectIDs": [\#(ada), \#(bea)], "count": 2}"#)
      try server.check("context.save", gives: "{}")
      try server.check("relationship.get", subject + "}", gives: #"{"count": 2}"#)
      try server.check(
        "object.fetch",
        #"""
        {"entity": "Employee", "predicate": "department == $d", "arguments": {"d": {"$objectID": \#(sales)}}, \#
         "sort": ["department.name", "name"]}
        """#, gives: #"{"objects": [{"name": "Ada"}, {"name": "Bea"}]}"#)
      try server.check(
        "object.update",
        #"""
        {"entity": "Department", "objectID": \#(sales), "values": {"employees": [\#(bea)]}, \#
         "properties": ["employees"], "save": true}
        """#, gives: #"{"updatedCount": 1}"#)
      try server.check(
        "relationship.remove", subject + #", "objectIDs": [\#(bea)], "save": true}"#, gives: #"{"count": 0}"#)
      try server.check(
        "relationship.set", subject + #", "objectIDs": [\#(bea), \#(sales)]}"#, failsWith: "value.type")
      try server.expectEnd()
      for _ in 0..<2 {
        let run = try CommandRun(["replay", recording], store: "")
        #expect(run.ending == .code(0), "\(run.output)\(run.errors)")
        #expect(run.output == "12 replies agree\n")
      }
    }
  }
}
