import JSON
import TaskServer
import Testing

/// What the tests of relationships over the wire have in common: a server with departments, employees and managers.
///
/// Manager is below Employee, which has to-one `department`, `mentor`, `partner` and to-many `friends`, `pupils`;
/// Department has ordered `employees` and `rooms`, which go with it; a Room's `keys` deny that.
struct Staff {
  let client: Conversation
  let store: String

  init(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
    let model = try StaffTestModel.make()
    client = try Conversation { configuration in
      configuration.model = model
      configure(&configuration)
    }
    store = try #require(try client.call("store.info")["uuid"]?.string)
  }

  /// The ID of an object, as JSON.
  func id(_ entity: String, _ key: Int) -> String { #""x-coredata://\#(store)/\#(entity)/p\#(key)""# }

  /// Result or error with this store's UUID left out, and temporary names numbered.
  func call(_ method: String, _ params: String) throws -> String {
    Conversation.normalized(
      try client.call(method, params).text.replacing("x-coredata://\(store)/", with: ""))
  }

  /// The ID, as JSON, of an object that is made.
  func make(_ entity: String, _ values: String = "{}", save: Bool = true) throws -> String {
    let made = try client.call(
      "object.insert", #"{"entity": "\#(entity)", "values": \#(values), "save": \#(save)}"#)
    return try #require(made["$objectID"]?.text, "\(made.text)")
  }

  /// The names of the objects that a relationship leads to, parted by blanks.
  func names(_ relationship: String, of objectID: String) throws -> String {
    let found = try client.call(
      "relationship.get", #"{"objectID": \#(objectID), "relationship": "\#(relationship)"}"#)
    let ids = try #require(found["objectIDs"]?.array, "\(found.text)")
    return try ids.map { member in
      let entity = member.text.split(separator: "/").dropLast().last.map(String.init) ?? ""
      let object = try client.call("object.get", #"{"entity": "\#(entity)", "objectID": \#(member.text)}"#)
      return object["name"]?.string ?? "?"
    }.joined(separator: " ")
  }
}
