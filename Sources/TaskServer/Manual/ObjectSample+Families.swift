extension ObjectSample {
  static let task = task(scope: "", key: #""uuid": "\#(uuid)""#, adder: "task.add")

  /// A task again, seen as an object of some entity.
  static let object = task(
    scope: #""entity": "Task", "#, key: #""objectID": "x-coredata://\#(store)/Task/p1""#,
    adder: "object.insert")

  static let category = ObjectSample(
    entity: "Category", scope: "", key: #""number": 1"#, referenceKey: #", "number": 1"#,
    adder: "category.add", values: #"{"category": "Home", "color": {"red": 1, "green": 0.5, "blue": 0}}"#,
    properties: #""category": "Home", "color": {"red": 1, "green": 0.5, "blue": 0}, "number": 1"#,
    change: (
      #"{"category": "House"}"#,
      #""category": "House", "color": {"red": 1, "green": 0.5, "blue": 0}, "number": 1"#
    ),
    predicate: #""predicate": "category BEGINSWITH[cd] %@", "arguments": ["ho"]"#, sort: #"["number"]"#)

  private static let uuid = "6F0F7A0C-8D0E-4B37-9B57-2C1C8F1E7C11"

  private static func task(scope: String, key: String, adder: String) -> ObjectSample {
    ObjectSample(
      entity: "Task", scope: scope, key: key, referenceKey: #", "uuid": "\#(uuid)""#, adder: adder,
      values: #"{"taskDescription": "Buy milk", "date": "2026-12-01T09:00:00Z", "uuid": "\#(uuid)"}"#,
      properties: taskProperties(finished: false),
      change: (#"{"finished": true}"#, taskProperties(finished: true)),
      predicate:
        #""predicate": "finished == NO AND taskDescription CONTAINS[cd] %@", "arguments": ["MILK"]"#,
      sort: #"["date", "-category"]"#)
  }

  private static func taskProperties(finished: Bool) -> String {
    #"""
    "category": 0, "date": "2026-12-01T09:00:00Z", "finished": \#(finished), "notificationEnabled": false, \#
    "taskDescription": "Buy milk", "uuid": "\#(uuid)"
    """#
  }
}
