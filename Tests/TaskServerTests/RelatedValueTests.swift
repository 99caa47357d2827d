import JSON
import TaskServer
import Testing

/// Relationships among the values of objects: how they are given and how they are shown.
@Suite struct RelatedValueTests {
  let staff: Staff

  init() throws { staff = try Staff() }

  @Test func `a to-one relationship is an object ID or null, a to-many one comes when it is named`() throws {
    let sales = try staff.make("Department", #"{"name": "Sales"}"#)
    let ada = try staff.make("Employee", #"{"name": "Ada", "department": \#(sales)}"#)
    #expect(
      try staff.call("object.get", #"{"entity": "Employee", "objectID": \#(ada)}"#)
        == #"{"$objectID":"Employee/p1","$entity":"Employee","$version":1,"age":null,"#
        + #""department":"Department/p1","mentor":null,"name":"Ada","partner":null}"#)
    #expect(
      try staff.call("object.get", #"{"entity": "Department", "objectID": \#(sales)}"#)
        == #"{"$objectID":"Department/p1","$entity":"Department","$version":2,"name":"Sales"}"#)
    #expect(
      try staff.call(
        "object.get",
        #"{"entity": "Department", "objectID": \#(sales), "properties": ["rooms", "name", "employees"]}"#)
        == #"{"$objectID":"Department/p1","$entity":"Department","$version":2,"#
        + #""employees":["Employee/p1"],"name":"Sales","rooms":[]}"#)
  }

  @Test func `objects of subentities show all properties of their own`() throws {
    _ = try staff.make("Employee", #"{"name": "Ada"}"#)
    let bea = try staff.make("Manager", #"{"name": "Bea", "budget": 7}"#)
    _ = try staff.make("Employee", #"{"name": "Cid", "mentor": \#(bea), "partner": \#(bea)}"#)
    #expect(
      try staff.call("object.fetch", #"{"entity": "Person", "predicate": "name != 'Ada'"}"#)
        == #"{"objects":[{"$objectID":"Manager/p2","$entity":"Manager","$version":2,"age":null,"budget":7,"#
        + #""department":null,"mentor":null,"name":"Bea","partner":"Employee/p3"},"#
        + #"{"$objectID":"Employee/p3","$entity":"Employee","$version":1,"age":null,"department":null,"#
        + #""mentor":"Manager/p2","name":"Cid","partner":"Manager/p2"}]}"#)
    let named = #""properties": ["name", "pupils", "friends"], "resultType": "dictionaries""#
    #expect(
      try staff.call("object.fetch", #"{"entity": "Person", \#(named)}"#)
        == #"{"dictionaries":[{"friends":[],"name":"Ada"},{"friends":[],"name":"Bea","pupils":["Employee/p3"]},"#
        + #"{"friends":[],"name":"Cid"}]}"#)
    #expect(
      try staff.call("object.fetch", #"{"entity": "Person", "resultType": "objectIDs"}"#)
        == #"{"objectIDs":["Employee/p1","Manager/p2","Employee/p3"]}"#)
    let unknown = try staff.client.call("object.fetch", #"{"entity": "Person", "properties": ["budgt"]}"#)
    #expect(unknown["data"]?["kind"] == "property.unknown")
    #expect(unknown["data"]?["nearest"] == "budget")
    let below = try staff.client.call("object.fetch", #"{"entity": "Department", "properties": ["age"]}"#)
    #expect(below["data"]?["pointer"] == "/params/properties/0")
  }

  @Test func `pending objects are shown like saved ones`() throws {
    let sales = try staff.make("Department", #"{"name": "Sales"}"#, save: false)
    let bea = try staff.make("Manager", #"{"name": "Bea", "department": \#(sales)}"#, save: false)
    _ = try staff.make(
      "Employee", #"{"name": "Cid", "department": \#(sales), "mentor": \#(bea)}"#, save: false)
    #expect(
      try staff.call(
        "object.fetch", #"{"entity": "Person", "properties": ["department", "mentor", "pupils"]}"#)
        == #"{"objects":[{"$objectID":"Manager/tU1","$entity":"Manager","$version":0,"department":"Department/tU2","#
        + #""mentor":null,"pupils":["Employee/tU3"]},{"$objectID":"Employee/tU3","$entity":"Employee","$version":0,"#
        + #""department":"Department/tU2","mentor":"Manager/tU1"}]}"#)
    _ = try staff.client.call("context.save")
    #expect(
      try staff.call("object.fetch", #"{"entity": "Department", "properties": ["employees"]}"#)
        == #"{"objects":[{"$objectID":"Department/p1","$entity":"Department","$version":1,"#
        + #""employees":["Manager/p2","Employee/p1"]}]}"#)
    // A temporary ID goes on naming the object.
    #expect(try staff.names("employees", of: sales) == "Bea Cid")
  }

  @Test func `what is given is shown with the IDs that the save gave`() throws {
    let sales = try staff.make("Department", #"{"name": "Sales"}"#, save: false)
    #expect(
      try staff.call(
        "object.insert",
        #"""
        {"entity": "Employee", "objects": [{"name": "Ada", "department": \#(sales)}, {"name": "Bo"}],
         "properties": ["department"], "save": true}
        """#
      ).hasPrefix(
        #"{"objects":[{"$objectID":"Employee/p1","$entity":"Employee","$version":1,"department":"Department/p1"},"#
          + #"{"$objectID":"Employee/p2","$entity":"Employee","$version":1,"department":null}],"saved":"#))
    #expect(
      try staff.call(
        "object.insert",
        #"""
        {"entity": "Department", "values": {"name": "Lab", "employees": [\#(staff.id("Employee", 2))]},
         "properties": ["employees"], "save": true}
        """#
      ).hasPrefix(
        #"{"$objectID":"Department/p2","$entity":"Department","$version":1,"employees":["Employee/p2"],"saved":"#
      ))
  }

  @Test func `an update sets relationships of both kinds, for one object and for many`() throws {
    let sales = try staff.make("Department", #"{"name": "Sales"}"#)
    let ada = try staff.make("Employee", #"{"name": "Ada"}"#)
    let bea = try staff.make("Manager", #"{"name": "Bea"}"#)
    let update = try staff.call(
      "object.update",
      #"""
      {"entity": "Department", "objectID": \#(sales), "values": {"employees": [\#(bea), \#(ada)]},
       "properties": ["employees"], "save": true}
      """#)
    #expect(
      update.hasPrefix(
        #"{"updatedCount":1,"objects":[{"$objectID":"Department/p1","$entity":"Department","$version":2,"#
          + #""employees":["Manager/p2","Employee/p1"]}]"#), "\(update)")
    let many = try staff.call(
      "object.update",
      #"""
      {"entity": "Person", "updates": [
        {"objectID": \#(ada), "values": {"mentor": \#(bea), "name": "A"}},
        {"objectID": \#(bea), "values": {"budget": 3, "pupils": null, "partner": \#(ada)}}],
       "properties": ["mentor", "partner", "name", "budget"]}
      """#)
    // The second took back what the first had done, and both objects are shown as they are in the end.
    #expect(
      many == #"{"updatedCount":2,"objects":[{"$objectID":"Employee/p1","$entity":"Employee","$version":2,"#
        + #""mentor":null,"name":"A","partner":"Manager/p2"},{"$objectID":"Manager/p2","$entity":"Manager","#
        + #""$version":2,"budget":3,"mentor":null,"name":"Bea","partner":"Employee/p1"}]}"#)
    // By predicate the values name properties of the entity asked for, wherever a subentity keeps them.
    let byPredicate = try staff.client.call(
      "object.update",
      #"{"entity": "Employee", "predicate": "TRUEPREDICATE", "values": {"age": 40, "department": null}}"#)
    #expect(byPredicate["updatedCount"] == 2)
    #expect(
      try staff.call(
        "object.fetch", #"{"entity": "Manager", "properties": ["age", "department", "budget"]}"#)
        == #"{"objects":[{"$objectID":"Manager/p2","$entity":"Manager","$version":2,"age":40,"budget":3,"#
        + #""department":null}]}"#)
    let foreign = try staff.client.call(
      "object.update", #"{"entity": "Employee", "predicate": "TRUEPREDICATE", "values": {"budget": 1}}"#)
    #expect(foreign["data"]?["kind"] == "property.unknown")
  }

  @Test(arguments: [
    (#"{"department": "Sales"}"#, "/params/values/department", "the ID of an object of Department"),
    (#"{"department": 7}"#, "/params/values/department", "the ID of an object of Department"),
    (#"{"mentor": EMPLOYEE}"#, "/params/values/mentor", "an object of Manager"),
    (#"{"friends": EMPLOYEE}"#, "/params/values/friends", "an array with the IDs of objects of Employee"),
    (#"{"friends": [EMPLOYEE, 1]}"#, "/params/values/friends/1", "the ID of an object of Employee"),
    (#"{"friends": [DEPARTMENT]}"#, "/params/values/friends/0", "an object of Employee"),
  ])
  func `what a relationship cannot lead to is value.type with its place`(
    values: String, pointer: String, expected: String
  ) throws {
    let ada = try staff.make("Employee", #"{"name": "Ada"}"#)
    let given = values.replacing("EMPLOYEE", with: ada).replacing(
      "DEPARTMENT", with: staff.id("Department", 1))
    for call in [
      ("object.insert", #"{"entity": "Employee", "values": \#(given)}"#),
      ("object.update", #"{"entity": "Employee", "objectID": \#(ada), "values": \#(given)}"#),
    ] {
      let error = try staff.client.call(call.0, call.1)
      #expect(error["data"]?["kind"] == "value.type", "\(error.text)")
      #expect(error["data"]?["pointer"]?.string == pointer)
      #expect(error["data"]?["expected"]?.string == expected)
    }
    #expect(try staff.client.call("context.status")["hasChanges"] == false)
  }

  @Test func `an object that is not there is object.notFound with its place, and nothing is kept`() throws {
    let ada = try staff.make("Employee", #"{"name": "Ada"}"#)
    let nobody = staff.id("Employee", 99)
    let one = try staff.client.call(
      "object.insert", #"{"entity": "Employee", "values": {"name": "B", "friends": [\#(ada), \#(nobody)]}}"#)
    #expect(one["data"]?["kind"] == "object.notFound", "\(one.text)")
    #expect(one["data"]?["pointer"] == "/params/values/friends/1")
    let many = try staff.client.call(
      "object.insert",
      #"{"entity": "Employee", "objects": [{"name": "B"}, {"department": \#(staff.id("Department", 5))}]}"#)
    #expect(many["data"]?["pointer"] == "/params/objects/1/department")
    #expect(many["data"]?["index"] == 1)
    let update = try staff.client.call(
      "object.update",
      #"{"entity": "Employee", "updates": [{"objectID": \#(ada), "values": {"name": "C", "partner": \#(nobody)}}]}"#
    )
    #expect(update["data"]?["pointer"] == "/params/updates/0/values/partner")
    let elsewhere = #""x-coredata://00000000-0000-4000-8000-000000000000/Employee/p1""#
    let foreign = try staff.client.call(
      "object.update", #"{"entity": "Employee", "objectID": \#(ada), "values": {"partner": \#(elsewhere)}}"#)
    #expect(foreign["data"]?["kind"] == "object.notFound")
    #expect(try staff.client.call("context.status")["hasChanges"] == false)
    #expect(try staff.client.call("object.count", #"{"entity": "Person"}"#)["count"] == 1)
  }

  @Test func `order keys are no properties`() throws {
    let sales = try staff.make("Department")
    let ada = try staff.make("Employee", #"{"department": \#(sales)}"#)
    let error = try staff.client.call(
      "object.update",
      #"{"entity": "Employee", "objectID": \#(ada), "values": {"$order.department": 1}}"#)
    #expect(error["data"]?["kind"] == "property.unknown")
  }

  @Test func `an abstract entity has no objects of its own`() throws {
    let error = try staff.client.call("object.insert", #"{"entity": "Person", "values": {"name": "X"}}"#)
    #expect(error["data"]?["kind"] == "invalidParams")
    #expect(error["data"]?["pointer"] == "/params/entity")
    #expect(error["message"] == "Person is abstract: only its subentities have objects.")
  }

  @Test func `the version is compared with the one that a change of members is based on`() throws {
    let sales = try staff.make("Department")
    let ada = try staff.make("Employee")
    let update =
      #"{"entity": "Department", "objectID": \#(sales), "values": {"employees": [\#(ada)]}, "ifVersion": "#
    #expect(try staff.client.call("object.update", update + "3}")["data"]?["kind"] == "conflict.version")
    #expect(try staff.client.call("context.status")["hasChanges"] == false)
    #expect(try staff.client.call("object.update", update + "1}")["updatedCount"] == 1)
    // Somebody else saves a change of it in the meantime.
    _ = try staff.client.call("context.create", #"{"name": "other"}"#)
    _ = try staff.client.call(
      "object.update",
      #"{"entity": "Department", "objectID": \#(sales), "values": {"name": "X"}, "context": "other", "save": true}"#
    )
    #expect(try staff.client.call("context.save")["data"]?["kind"] == "conflict.version")
  }
}
