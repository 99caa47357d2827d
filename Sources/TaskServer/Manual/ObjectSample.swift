/// One object that the examples of a family of methods are about.
struct ObjectSample: Sendable {
  /// The entity's name.
  let entity: String
  /// Stands before the members of params where the family wants the entity named: `"entity": "Task", `.
  let scope: String
  /// What selects it: `"uuid": "…"`.
  let key: String
  /// The member of references besides the ID and the entity: `, "uuid": "…"`.
  let referenceKey: String
  /// The method that adds it.
  let adder: String
  /// The values that make it.
  let values: String
  /// Its properties as they are written.
  let properties: String
  /// A change, and the properties after it.
  let change: (values: String, properties: String)
  /// A predicate that it matches, with what belongs to it: `"predicate": …, "arguments": …`.
  let predicate: String
  /// Keys to sort by.
  let sort: String
  /// The part of its temporary ID that is made up.
  private let temporaryName = "t3B0C7E52-91D4-4F3A-8E21-5A7D2C6B9F04"

  /// The store of all examples.
  static let store = "5C2B1E0A-6F0E-4C39-8C0F-0C1D7B1B2A11"

  var objectID: String { "x-coredata://\(Self.store)/\(entity)/p1" }
  var temporaryID: String { "x-coredata://\(Self.store)/\(entity)/\(temporaryName)" }

  /// What must have been called before it can be found.
  var saved: [String] { [#"\#(adder) {\#(scope)"values": \#(values), "save": true}"#] }

  /// The same where it is still pending.
  var pending: [String] { [#"\#(adder) {\#(scope)"values": \#(values)}"#] }

  /// Its keys, as requests that change many give them.
  var reference: String { #"{"$objectID": "\#(objectID)", "$entity": "\#(entity)"\#(referenceKey)}"# }

  /// The object as a result.
  var json: String { json(objectID, version: 1, properties) }
  /// The same before its first save.
  var pendingJSON: String { json(temporaryID, version: 0, properties) }
  /// The same with its change saved.
  var changedJSON: String { json(objectID, version: 2, change.properties) }

  private func json(_ objectID: String, version: Int, _ properties: String) -> String {
    #"{"$objectID": "\#(objectID)", "$entity": "\#(entity)", "$version": \#(version), \#(properties)}"#
  }

  /// What `saved` says after one insert, update or delete.
  func savedResult(inserted: Int = 0, updated: Int = 0, deleted: Int = 0) -> String {
    let permanentIDs = inserted == 0 ? "" : #""\#(temporaryID)": "\#(objectID)""#
    return #"""
      {"insertedCount": \#(inserted), "updatedCount": \#(updated), "deletedCount": \#(deleted), \#
      "permanentIDs": {\#(permanentIDs)}, "savedTo": "store"}
      """#
  }
}
