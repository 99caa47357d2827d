/// The task that the manual's examples are about.
enum SampleTask {
  static let uuid = "6F0F7A0C-8D0E-4B37-9B57-2C1C8F1E7C11"

  /// The values that make it.
  static let values =
    #"{"taskDescription": "Buy milk", "date": "2026-12-01T09:00:00Z", "uuid": "\#(uuid)"}"#

  /// What must have been called before it can be found.
  static let saved = [#"task.add {"values": \#(values), "save": true}"#]

  /// The same where it is still pending.
  static let pending = [#"task.add {"values": \#(values)}"#]

  static let objectID = "\(entity)/p1"
  static let temporaryID = "\(entity)/t3B0C7E52-91D4-4F3A-8E21-5A7D2C6B9F04"

  /// Its two keys, as requests that change it give them.
  static let reference = #"{"$objectID": "\#(objectID)", "$entity": "Task", "uuid": "\#(uuid)"}"#

  /// What `saved` says after one insert, update or delete.
  static func savedResult(inserted: Int = 0, updated: Int = 0, deleted: Int = 0) -> String {
    let permanentIDs = inserted == 0 ? "" : #""\#(temporaryID)": "\#(objectID)""#
    return #"""
      {"insertedCount": \#(inserted), "updatedCount": \#(updated), "deletedCount": \#(deleted), \#
      "permanentIDs": {\#(permanentIDs)}, "savedTo": "store"}
      """#
  }

  /// The object as a result.
  static func json(_ objectID: String = objectID, version: Int = 1, finished: Bool = false) -> String {
    #"""
    {"$objectID": "\#(objectID)", "$entity": "Task", "$version": \#(version), "category": 0, \#
    "date": "2026-12-01T09:00:00Z", "finished": \#(finished), "notificationEnabled": false, \#
    "taskDescription": "Buy milk", "uuid": "\#(uuid)"}
    """#
  }

  private static let entity = "x-coredata://5C2B1E0A-6F0E-4C39-8C0F-0C1D7B1B2A11/Task"
}
