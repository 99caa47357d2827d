import JSON
import TaskServer
import Testing

/// What saves refuse, and what deletions do at the other end.
@Suite struct RelationshipRuleTests {
  let staff: Staff

  init() throws { staff = try Staff() }

  /// Code, property and value of each failure of a save.
  private func failures(_ error: JSONValue) throws -> [String] {
    let errors = try #require(error["data"]?["errors"]?.array, "\(error.text)")
    return errors.map { failure in
      let value = failure["value"]?.text.replacing("x-coredata://\(staff.store)/", with: "") ?? ""
      return "\(failure["code"]?.text ?? "") \(failure["property"]?.string ?? "") \(value)"
    }
  }

  @Test func `too few and too many members are refused with their number`() throws {
    for name in ["A", "B", "C", "D"] { _ = try staff.make("Employee", #"{"name": "\#(name)"}"#) }
    let ids = (1...4).map { staff.id("Employee", $0) }
    func insert(_ members: [String]) throws -> JSONValue {
      try staff.client.call(
        "object.insert",
        #"{"entity": "Team", "values": {"members": [\#(members.joined(separator: ","))]}, "save": true}"#)
    }
    let none = try insert([])
    #expect(try failures(none) == ["1580 members 0"])
    #expect(none["code"] == 1580)
    #expect(try failures(insert([ids[0]])) == ["1580 members 1"])
    #expect(try failures(insert(ids)) == ["1590 members 4"])
    #expect(try insert([ids[0], ids[1]])["saved"]?["insertedCount"] == 1)
    let message = try insert(ids)["message"]?.string
    #expect(message == "members leads to too many objects.")
  }

  @Test func `a rule that denies names the object that is still there`() throws {
    let room = try staff.make("Room", #"{"name": "R"}"#)
    let key = try staff.make("Key", #"{"name": "K", "room": \#(room)}"#)
    let denied = try staff.client.call(
      "object.delete", #"{"entity": "Room", "objectID": \#(room), "save": true}"#)
    #expect(try failures(denied) == ["1600 keys \"Key/p1\""])
    #expect(denied["data"]?["errors"]?.array?.first?["thisRequest"] == true)
    #expect(try staff.client.call("object.count", #"{"entity": "Room"}"#)["count"] == 1)
    _ = try staff.client.call("object.delete", #"{"entity": "Key", "objectID": \#(key)}"#)
    let together = try staff.client.call(
      "object.delete", #"{"entity": "Room", "objectID": \#(room), "save": true}"#)
    #expect(together["saved"]?["deletedCount"] == 2)
    let homeless = try staff.client.call("object.insert", #"{"entity": "Key", "values": {}, "save": true}"#)
    #expect(try failures(homeless) == ["1570 room null"])
  }

  @Test func `a deletion answers what was selected, and counts and tells what its rules did`() throws {
    let sales = try staff.make("Department", #"{"name": "S"}"#)
    _ = try staff.make("Room", #"{"name": "R1", "department": \#(sales)}"#)
    _ = try staff.make("Room", #"{"name": "R2", "department": \#(sales)}"#)
    let bea = try staff.make("Manager", #"{"name": "B", "department": \#(sales)}"#)
    _ = try staff.client.call("initialize", #"{"capabilities": {"didSave": true}}"#)
    let params = #"{"entity": "Department", "objectID": \#(sales), "save": true}"#
    let told = staff.client.say(#"{"jsonrpc":"2.0","id":77,"method":"object.delete","params":\#(params)}"#)
      .map { $0.replacing("x-coredata://\(staff.store)/", with: "") }
    #expect(
      told.first
        == #"{"jsonrpc":"2.0","id":77,"result":{"deletedCount":1,"objects":[{"$objectID":"Department/p1","#
        + #""$entity":"Department"}],"saved":{"insertedCount":0,"updatedCount":1,"deletedCount":3,"#
        + #""permanentIDs":{},"savedTo":"store"}}}"#)
    let notice = try JSONValue(parsing: try #require(told.last))["params"]
    let deleted = notice?["deleted"]?.array?.compactMap { $0["$objectID"]?.string } ?? []
    #expect(Set(deleted) == ["Department/p1", "Room/p1", "Room/p2"])
    #expect(notice?["updated"]?.text == #"[{"$objectID":"Manager/p1","$entity":"Manager"}]"#)
    #expect(
      try staff.client.call("object.get", #"{"entity": "Employee", "objectID": \#(bea)}"#)["department"]
        == .null)
  }

  @Test func `a conflict names relationships, never the places in their lists`() throws {
    let sales = try staff.make("Department", #"{"name": "S"}"#)
    let lab = try staff.make("Department", #"{"name": "L"}"#)
    let ada = try staff.make("Employee", #"{"name": "A"}"#)
    _ = try staff.client.call("context.create", #"{"name": "other"}"#)
    let move = #"{"entity": "Employee", "objectID": \#(ada), "values": {"department": "#
    _ = try staff.client.call("object.update", move + #"\#(sales)}}"#)
    _ = try staff.client.call("object.update", move + #"\#(lab)}, "context": "other", "save": true}"#)
    let error = try staff.client.call("context.save")
    #expect(error["data"]?["kind"] == "conflict.merge")
    let conflict = try #require(error["data"]?["conflicts"]?.array?.first { $0["objectID"]?.text == ada })
    #expect(conflict["keys"]?.text == #"["department"]"#)
    #expect(conflict["yours"]?["department"]?.text == sales)
    #expect(conflict["theirs"]?["department"]?.text == lab)
    #expect(conflict["base"]?["department"] == .null)
  }

  @Test func `what is pending, and what others save, is told by the objects' own entities`() throws {
    _ = try staff.make("Manager", #"{"name": "B"}"#, save: false)
    #expect(
      try staff.call("context.status", "{}").contains(
        #""inserted":[{"$objectID":"Manager/tU1","$entity":"Manager"}]"#))
  }
}
