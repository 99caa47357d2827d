import JSON
import TaskServer
import Testing

/// `relationship.…`.
@Suite struct RelationshipMethodTests {
  let staff: Staff
  let sales: String

  init() throws {
    staff = try Staff()
    sales = try staff.make("Department", #"{"name": "Sales"}"#)
    for name in ["A", "B", "C"] { _ = try staff.make("Employee", #"{"name": "\#(name)"}"#) }
    _ = try staff.make("Manager", #"{"name": "M"}"#)
  }

  /// What a change answers, and the members then.
  private func change(_ method: String, _ members: String) throws -> String {
    let reply = try staff.client.call(
      "relationship.\(method)", #"{"objectID": \#(sales), "relationship": "employees", \#(members)}"#)
    guard reply["code"] == nil else {
      return "\(reply["data"]?["kind"]?.string ?? "") \(reply["data"]?["pointer"]?.string ?? "")"
    }
    #expect(reply["objectID"]?.text == sales)
    #expect(reply["relationship"] == "employees")
    return "\(reply["count"]?.text ?? ""): \(try staff.names("employees", of: sales))"
  }

  private func ids(_ keys: Int...) -> String {
    let list = keys.map { staff.id($0 == 4 ? "Manager" : "Employee", $0) }.joined(separator: ", ")
    return #""objectIDs": [\#(list)]"#
  }

  @Test func `members are added, moved, taken out and replaced`() throws {
    #expect(try change("add", ids(1, 2)) == "2: A B")
    #expect(try change("add", ids(4, 2, 3) + #", "index": 1"#) == "4: A M C B")
    #expect(try change("add", ids(1) + #", "index": 4"#) == "4: A M C B")
    #expect(try change("move", #""member": \#(staff.id("Manager", 4)), "index": 3"#) == "4: A C B M")
    #expect(try change("move", #""member": \#(staff.id("Manager", 4)), "index": 0"#) == "4: M A C B")
    #expect(try change("remove", ids(3, 1)) == "2: M B")
    #expect(try change("remove", ids(3)) == "2: M B")
    #expect(try change("set", ids(3, 2, 1)) == "3: C B A")
    #expect(try change("set", #""objectIDs": []"#) == "0: ")
  }

  @Test func `a change is saved with the request, counted and told at both ends`() throws {
    _ = try staff.client.call("initialize", #"{"capabilities": {"didSave": true}}"#)
    let params = #"{"objectID": \#(sales), "relationship": "employees", \#(ids(2, 4)), "save": true}"#
    let line = #"{"jsonrpc":"2.0","id":77,"method":"relationship.add","params":\#(params)}"#
    let told = staff.client.say(line).map { $0.replacing("x-coredata://\(staff.store)/", with: "") }
    #expect(
      told.first
        == #"{"jsonrpc":"2.0","id":77,"result":{"objectID":"Department/p1","relationship":"employees","count":2,"#
        + #""saved":{"insertedCount":0,"updatedCount":3,"deletedCount":0,"permanentIDs":{},"savedTo":"store"}}}"#
    )
    let notice = try JSONValue(parsing: try #require(told.last))
    #expect(notice["method"] == "context.didSave")
    let names = notice["params"]?["updated"]?.array?.compactMap { $0["$objectID"]?.string } ?? []
    #expect(Set(names) == ["Department/p1", "Employee/p2", "Manager/p4"])
  }

  @Test func `relationship.get gives a part of the members and their number`() throws {
    _ = try change("set", ids(3, 2, 1, 4))
    let part = try staff.call(
      "relationship.get",
      #"{"objectID": \#(sales), "relationship": "employees", "limit": 2, "offset": 1}"#)
    #expect(part == #"{"objectIDs":["Employee/p2","Employee/p1"],"count":4}"#)
    #expect(
      try staff.call(
        "relationship.get", #"{"objectID": \#(staff.id("Employee", 2)), "relationship": "department"}"#)
        == #"{"objectIDs":["Department/p1"],"count":1}"#)
    #expect(
      try staff.call(
        "relationship.get", #"{"objectID": \#(staff.id("Employee", 2)), "relationship": "mentor"}"#)
        == #"{"objectIDs":[],"count":0}"#)
  }

  @Test func `both ends change together`() throws {
    let (a, b, m) = (staff.id("Employee", 1), staff.id("Employee", 2), staff.id("Manager", 4))
    _ = try staff.client.call(
      "relationship.add", #"{"objectID": \#(a), "relationship": "friends", "objectIDs": [\#(b)]}"#)
    #expect(try staff.names("friends", of: b) == "A")
    _ = try staff.client.call(
      "relationship.set", #"{"objectID": \#(m), "relationship": "pupils", "objectIDs": [\#(a), \#(b)]}"#)
    #expect(try staff.names("mentor", of: a) == "M")
    _ = try staff.client.call(
      "relationship.remove", #"{"objectID": \#(m), "relationship": "pupils", "objectIDs": [\#(a)]}"#)
    #expect(try staff.names("mentor", of: a) == "")
    #expect(try staff.names("pupils", of: m) == "B")
  }

  @Test func `a place that is none, and what is no member, are errors`() throws {
    _ = try change("add", ids(1, 2))
    #expect(try change("add", ids(3) + #", "index": 3"#) == "invalidParams /params/index")
    #expect(try change("add", ids(3) + #", "index": -1"#) == "invalidParams /params/index")
    #expect(
      try change("move", #""member": \#(staff.id("Employee", 1)), "index": 2"#)
        == "invalidParams /params/index")
    #expect(
      try change("move", #""member": \#(staff.id("Employee", 3)), "index": 0"#)
        == "object.notFound /params/member")
    #expect(try change("add", ids(1, 9)) == "object.notFound /params/objectIDs/1")
    #expect(
      try change("add", #""objectIDs": [\#(sales)]"#) == "value.type /params/objectIDs/0")
    #expect(try change("add", #""objectIDs": ["x"]"#) == "value.type /params/objectIDs/0")
    #expect(try staff.names("employees", of: sales) == "A B")
  }

  @Test(arguments: [
    (
      "add", "mentor", #""objectIDs": []"#, "invalidParams",
      "mentor leads to one object; object.update sets it."
    ),
    ("set", "name", #""objectIDs": []"#, "invalidParams", "name is an attribute; object.update changes it."),
    ("get", "name", "", "invalidParams", "name is an attribute; object.update changes it."),
    (
      "remove", "frends", #""objectIDs": []"#, "property.unknown",
      "Employee has no property frends. Did you mean friends?"
    ),
    (
      "add", "friends", #""objectIDs": [], "index": 0"#, "invalidParams",
      "friends has no order, so its members have no index."
    ),
    (
      "move", "friends", #""member": "x", "index": 0"#, "invalidParams",
      "friends has no order, so its members have no index."
    ),
  ])
  func `a relationship of another kind is an error`(
    method: String, relationship: String, members: String, kind: String, message: String
  ) throws {
    let rest = members.isEmpty ? "" : ", " + members
    let error = try staff.client.call(
      "relationship.\(method)",
      #"{"objectID": \#(staff.id("Employee", 1)), "relationship": "\#(relationship)"\#(rest)}"#)
    #expect(error["data"]?["kind"]?.string == kind)
    #expect(error["data"]?["pointer"] == "/params/relationship")
    #expect(error["message"]?.string == message)
  }

  @Test func `the entity, if it is named, must be the object's or above it`() throws {
    let get = #"{"objectID": \#(staff.id("Manager", 4)), "relationship": "friends", "entity": "#
    #expect(try staff.client.call("relationship.get", get + #""Person"}"#)["count"] == 0)
    #expect(
      try staff.client.call("relationship.get", get + #""Room"}"#)["data"]?["kind"] == "object.notFound")
    #expect(try staff.client.call("relationship.get", get + #""Persn"}"#)["data"]?["nearest"] == "Person")
    let gone = #"{"objectID": \#(staff.id("Employee", 44)), "relationship": "friends"}"#
    #expect(try staff.client.call("relationship.get", gone)["data"]?["kind"] == "object.notFound")
    let none = #"{"objectID": "Employee/p1", "relationship": "friends"}"#
    #expect(try staff.client.call("relationship.get", none)["data"]?["pointer"] == "/params/objectID")
  }
}
