import JSONRPC

/// The conversation that the manual begins with; a test has it with a server.
package enum FirstSession {
  /// What the client writes, and what the server answers, but for UUIDs that are made up.
  package static let exchanges: [(request: String, reply: String)] = [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"task.add","params":{"values":{"taskDescription":"Buy milk","uuid":"milk"},"save":true}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"$objectID":"\#(objectID)","$entity":"Task","$version":1,"#
        + #""category":0,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":"Buy milk","uuid":"milk","#
        + #""saved":{"insertedCount":1,"updatedCount":0,"deletedCount":0,"#
        + #""permanentIDs":{"x-coredata://\#(ObjectSample.store)/Task/t3B0C7E52-91D4-4F3A-8E21-5A7D2C6B9F04":"\#(objectID)"},"#
        + #""savedTo":"store"}}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"task.fetch","params":{"predicate":"finished == NO AND taskDescription CONTAINS[c] %@","arguments":["MILK"],"properties":["taskDescription"]}}"#,
      #"{"jsonrpc":"2.0","id":2,"result":{"objects":[{"$objectID":"\#(objectID)","$entity":"Task","$version":1,"#
        + #""taskDescription":"Buy milk"}]}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":3,"method":"task.update","params":{"uuid":"milk","values":{"finished":true},"properties":[],"save":true}}"#,
      #"{"jsonrpc":"2.0","id":3,"result":{"updatedCount":1,"objects":[{"$objectID":"\#(objectID)","$entity":"Task","$version":2}],"#
        + #""saved":{"insertedCount":0,"updatedCount":1,"deletedCount":0,"permanentIDs":{},"savedTo":"store"}}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":4,"method":"task.count","params":{"predicate":"finishd == YES"}}"#,
      #"{"jsonrpc":"2.0","id":4,"error":{"code":2,"message":"Task has no property finishd.","#
        + #""data":{"kind":"predicate.unknownKey","range":{"start":0,"end":7},"key":"finishd","nearest":"finished","#
        + #""hint":"did you mean finished?","pointer":"/params/predicate"}}}"#
    ),
  ]

  private static let objectID = "x-coredata://\(ObjectSample.store)/Task/p1"

  /// As the manual prints it.
  static var markdown: String {
    "```json\n" + exchanges.map { "\($0.request)\n\($0.reply)\n" }.joined(separator: "\n") + "```"
  }
}
