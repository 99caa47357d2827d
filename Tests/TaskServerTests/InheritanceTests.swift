import JSON
import TaskServer
import Testing

/// Requests about an entity reach the objects of those below it; predicates and orders follow relationships.
@Suite struct InheritanceTests {
  let staff: Staff

  init() throws {
    staff = try Staff()
    let sales = try staff.make("Department", #"{"name": "Sales"}"#)
    let lab = try staff.make("Department", #"{"name": "Lab"}"#)
    _ = try staff.make("Employee", #"{"name": "A", "age": 30, "department": \#(sales)}"#)
    _ = try staff.make("Manager", #"{"name": "B", "age": 50, "department": \#(lab)}"#)
    _ = try staff.make("Employee", #"{"name": "C", "age": 40, "mentor": \#(staff.id("Manager", 2))}"#)
    _ = try staff.make("Employee", #"{"name": "D", "age": 20, "department": \#(lab)}"#)
  }

  /// The names of what a fetch finds, in order, or the kind of its error.
  private func names(_ entity: String, _ rest: String = "") throws -> String {
    let found = try staff.client.call(
      "object.fetch", #"{"entity": "\#(entity)"\#(rest.isEmpty ? "" : ", " + rest)}"#)
    guard let objects = found["objects"]?.array else { return found["data"]?["kind"]?.string ?? found.text }
    return objects.map { $0["name"]?.string ?? "-" }.joined(separator: " ")
  }

  @Test func `fetches and counts include subentities unless they are told not to`() throws {
    #expect(try names("Person") == "A B C D")
    #expect(try names("Employee", #""includesSubentities": false"#) == "A C D")
    #expect(try names("Person", #""includesSubentities": false"#) == "")
    #expect(try names("Manager") == "B")
    func count(_ rest: String) throws -> JSONValue? {
      try staff.client.call("object.count", #"{"entity": "Employee"\#(rest)}"#)["count"]
    }
    #expect(try count("") == 4)
    #expect(try count(#", "includesSubentities": false"#) == 3)
    _ = try staff.make("Manager", #"{"name": "E"}"#, save: false)
    #expect(try count("") == 5)
    #expect(try count(#", "includesSubentities": false"#) == 3)
  }

  @Test func `objects of subentities are got, changed and deleted by way of the entities above`() throws {
    let b = staff.id("Manager", 2)
    #expect(
      try staff.client.call("object.get", #"{"entity": "Person", "objectID": \#(b)}"#)["$entity"] == "Manager"
    )
    #expect(
      try staff.client.call("object.get", #"{"entity": "Manager", "objectID": \#(staff.id("Employee", 1))}"#)[
        "data"]?[
          "kind"] == "object.notFound")
    // An ID names the object's own entity.
    #expect(
      try staff.client.call("object.get", #"{"entity": "Person", "objectID": \#(staff.id("Employee", 2))}"#)[
        "data"]?[
          "kind"] == "object.notFound")
    let updated = try staff.client.call(
      "object.update", #"{"entity": "Person", "objectID": \#(b), "values": {"budget": 9, "age": 51}}"#)
    #expect(updated["objects"]?.array?.first?["budget"] == 9)
    #expect(updated["objects"]?.array?.first?["age"] == 51)
    let some = try staff.client.call(
      "object.update",
      #"{"entity": "Employee", "predicate": "age > 30", "values": {"age": 60}, "includesSubentities": false}"#
    )
    #expect(some["updatedCount"] == 1)
    let deleted = try staff.client.call(
      "object.delete", #"{"entity": "Person", "predicate": "name IN {'A', 'B'}"}"#)
    #expect(deleted["deletedCount"] == 2)
    #expect(
      try staff.call("context.status", "{}").contains(
        #""deleted":[{"$objectID":"Employee/p1","$entity":"Employee"},{"$objectID":"Manager/p2","$entity":"Manager"}]"#
      )
    )
    #expect(try names("Person") == "C D")
  }

  @Test func `a predicate compares relationships with objects, however their ID is written`() throws {
    let lab = staff.id("Department", 2)
    for arguments in [#"{"d": \#(lab)}"#, #"{"d": {"$objectID": \#(lab)}}"#] {
      #expect(
        try names("Person", #""predicate": "partner == nil AND SELF.name != 'A'", "arguments": {}"#)
          == "B C D")
      #expect(try names("Employee", #""predicate": "department == $d", "arguments": \#(arguments)"#) == "B D")
      #expect(
        try names(
          "Employee", #""predicate": "department != $d OR mentor != nil", "arguments": \#(arguments)"#)
          == "A C")
    }
    #expect(try names("Employee", #""predicate": "department == %@", "arguments": [\#(lab)]"#) == "B D")
    #expect(
      try names("Employee", #""predicate": "SELF == %@", "arguments": [\#(staff.id("Manager", 2))]"#) == "B")
    #expect(
      try names("Employee", #""predicate": "department IN %@", "arguments": [[\#(lab)]]"#) == "B D")
    #expect(try names("Employee", #""predicate": "department == 'Lab'""#) == "predicate.type")
    let new = try staff.make("Department", #"{"name": "New"}"#, save: false)
    _ = try staff.make("Employee", #"{"name": "E", "department": \#(new)}"#, save: false)
    #expect(try names("Employee", #""predicate": "department == %@", "arguments": [\#(new)]"#) == "E")
    _ = try staff.client.call("context.save")
    // The temporary ID goes on naming it.
    #expect(try names("Employee", #""predicate": "department == %@", "arguments": [\#(new)]"#) == "E")
  }

  @Test func `key paths lead through relationships to one object`() throws {
    #expect(try names("Employee", #""predicate": "department.name BEGINSWITH 'L'""#) == "B D")
    #expect(try names("Employee", #""predicate": "mentor.department.name == 'Lab'""#) == "C")
    #expect(try names("Employee", #""predicate": "department.nme == 'Lab'""#) == "predicate.unknownKey")
    #expect(try names("Department", #""predicate": "employees.name == 'A'""#) == "predicate.type")
  }

  @Test func `an order follows relationships, and so do its pages`() throws {
    #expect(try names("Employee", #""sort": ["department.name", "-age"]"#) == "C B D A")
    #expect(try names("Employee", #""sort": ["-department.name", "age"]"#) == "A D B C")
    let unknown = try staff.client.call(
      "object.fetch", #"{"entity": "Employee", "sort": ["department.nme"]}"#)
    #expect(unknown["data"]?["kind"] == "property.unknown")
    #expect(unknown["data"]?["pointer"] == "/params/sort/0")
    #expect(unknown["data"]?["property"] == "nme")
    #expect(unknown["data"]?["nearest"] == "name")
    #expect(unknown["message"] == "Department has no property nme. Did you mean name?")
    for pending in [false, true] {
      if pending {
        _ = try staff.make(
          "Manager", #"{"name": "E", "department": \#(staff.id("Department", 2))}"#, save: false)
      }
      var pages: [String] = []
      var cursor = ""
      repeat {
        let page = try staff.client.call(
          "object.fetch",
          #"{"entity": "Employee", "sort": ["department.name", "-name"], "limit": 2\#(cursor)}"#)
        pages.append(
          (page["objects"]?.array ?? []).map { $0["name"]?.string ?? "-" }.joined(separator: " "))
        cursor = page["nextCursor"].map { #", "cursor": \#($0.text)"# } ?? ""
      } while !cursor.isEmpty && pages.count < 9
      #expect(pages == (pending ? ["C E", "D B", "A"] : ["C D", "B A"]))
    }
    let first = try staff.client.call("object.fetch", #"{"entity": "Employee", "limit": 1}"#)
    let cursor = try #require(first["nextCursor"]?.text)
    let other = try staff.client.call(
      "object.fetch",
      #"{"entity": "Employee", "limit": 1, "cursor": \#(cursor), "includesSubentities": false}"#)
    #expect(other["message"] == "The cursor belongs to a fetch with another includesSubentities.")
  }

  @Test func `results that come in pieces have members, too`() throws {
    let sales = staff.id("Department", 1)
    let line =
      #"{"jsonrpc":"2.0","id":7,"method":"object.fetch","params":"#
      + #"{"entity":"Department","properties":["employees"],"predicate":"SELF == %@","arguments":[\#(sales)],"#
      + #""partialResultToken":1}}"#
    let told = staff.client.say(line).map { $0.replacing("x-coredata://\(staff.store)/", with: "") }
    #expect(
      told.first == #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"objects":["#
        + #"{"$objectID":"Department/p1","$entity":"Department","$version":2,"employees":["Employee/p1"]}]}}}"#
    )
  }
}
