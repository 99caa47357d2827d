import JSON
import TaskServer
import Testing

/// Conversations as a client sees them, line by line.
@Suite struct GoldenTests {
  private func check(
    _ input: String, _ expected: String, _ configure: (inout ServerConfiguration) -> Void = { _ in },
    location: SourceLocation = #_sourceLocation
  ) throws {
    let conversation = try Conversation(configure)
    // Line by line, as a client that waits for each answer.
    let replies = input.split(separator: "\n").flatMap { conversation.say(String($0)) }
    #expect(
      Conversation.normalized(replies.joined(separator: "\n")) == expected, sourceLocation: location)
  }

  @Test func `a task is added, found, changed and saved`() throws {
    try check(
      #"""
      {"jsonrpc":"2.0","id":"a","method":"task.add","params":{"values":{"taskDescription":"Milk","uuid":"m","date":"2026-12-01T09:00"}}}
      {"jsonrpc":"2.0","id":"f","method":"task.fetch","params":{"predicate":"taskDescription ==[c] 'MILK'","properties":["uuid"]}}
      {"jsonrpc":"2.0","id":"s","method":"context.save"}
      {"jsonrpc":"2.0","id":"u","method":"task.update","params":{"uuid":"m","values":{"finished":1},"save":true}}
      {"jsonrpc":"2.0","id":"d","method":"task.delete","params":{"predicate":"finished == YES"}}
      {"jsonrpc":"2.0","id":"c","method":"task.count"}
      {"jsonrpc":"2.0","id":"x","method":"context.status"}
      """#,
      #"""
      {"jsonrpc":"2.0","id":"a","result":{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","$version":0,"category":0,"date":"2026-12-01T09:00:00Z","finished":false,"notificationEnabled":false,"taskDescription":"Milk","uuid":"m"}}
      {"jsonrpc":"2.0","id":"f","result":{"objects":[{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","$version":0,"uuid":"m"}]}}
      {"jsonrpc":"2.0","id":"s","result":{"saved":{"insertedCount":1,"updatedCount":0,"deletedCount":0,"permanentIDs":{"x-coredata://U1/Task/tU2":"x-coredata://U1/Task/p1"},"savedTo":"store"}}}
      {"jsonrpc":"2.0","id":"u","result":{"updatedCount":1,"objects":[{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":2,"category":0,"date":"2026-12-01T09:00:00Z","finished":true,"notificationEnabled":false,"taskDescription":"Milk","uuid":"m"}],"saved":{"insertedCount":0,"updatedCount":1,"deletedCount":0,"permanentIDs":{},"savedTo":"store"}}}
      {"jsonrpc":"2.0","id":"d","result":{"deletedCount":1,"objects":[{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","uuid":"m"}]}}
      {"jsonrpc":"2.0","id":"c","result":{"count":0}}
      {"jsonrpc":"2.0","id":"x","result":{"name":"view","parent":null,"hasChanges":true,"inserted":[],"updated":[],"deleted":[{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","uuid":"m"}],"mergePolicy":"error"}}
      """#)
  }

  @Test func `mistakes are answered with their place and the nearest right thing`() throws {
    try check(
      #"""
      {"jsonrpc":"2.0","id":1,"method":"task.ad"}
      {"jsonrpc":"2.0","id":2,"method":"task.fetch","params":{"limti":1}}
      {"jsonrpc":"2.0","id":3,"method":"task.fetch","params":{"limit":0}}
      {"jsonrpc":"2.0","id":4,"method":"task.fetch","params":{"predicate":"finishd == YES"}}
      {"jsonrpc":"2.0","id":5,"method":"task.fetch","params":{"predicate":"category == 'x'"}}
      {"jsonrpc":"2.0","id":6,"method":"task.add","params":{"values":{"finshed":true}}}
      {"jsonrpc":"2.0","id":7,"method":"task.add","params":{"objects":[{"category":1},{"category":1.5}]}}
      {"jsonrpc":"2.0","id":8,"method":"task.get","params":{"uuid":"nobody"}}
      {"jsonrpc":"2.0","id":9,"method":"task.count","params":{"context":"viewed"}}
      {"jsonrpc":"2.0","id":10,"method":"task.delete","params":{"predicate":""}}
      {"jsonrpc":"2.0","id":11,"method":"task.delete"}
      """#,
      #"""
      {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"There is no method \"task.ad\". Did you mean \"task.add\"?","data":{"kind":"methodNotFound","method":"task.ad","nearest":"task.add"}}}
      {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"/params/limti is not known. Did you mean \"limit\"?","data":{"kind":"invalidParams","pointer":"/params/limti","nearest":"limit"}}}
      {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"limit must be 1 or more.","data":{"kind":"invalidParams","pointer":"/params/limit","expected":"an integer, 1 or more"}}}
      {"jsonrpc":"2.0","id":4,"error":{"code":2,"message":"Task has no property finishd.","data":{"kind":"predicate.unknownKey","range":{"start":0,"end":7},"key":"finishd","nearest":"finished","hint":"did you mean finished?","pointer":"/params/predicate"}}}
      {"jsonrpc":"2.0","id":5,"error":{"code":3,"message":"A string cannot be compared with a number.","data":{"kind":"predicate.type","range":{"start":12,"end":15},"pointer":"/params/predicate"}}}
      {"jsonrpc":"2.0","id":6,"error":{"code":7,"message":"Task has no property finshed. Did you mean finished?","data":{"kind":"property.unknown","pointer":"/params/values/finshed","property":"finshed","nearest":"finished"}}}
      {"jsonrpc":"2.0","id":7,"error":{"code":8,"message":"/params/objects/1/category must be an integer from -2147483648 to 2147483647.","data":{"kind":"value.type","pointer":"/params/objects/1/category","expected":"an integer from -2147483648 to 2147483647","index":1}}}
      {"jsonrpc":"2.0","id":8,"error":{"code":133000,"message":"There is no such object.","data":{"kind":"object.notFound","uuid":"nobody"}}}
      {"jsonrpc":"2.0","id":9,"error":{"code":9,"message":"There is no context \"viewed\". Did you mean \"view\"?","data":{"kind":"context.unknown","pointer":"/params/context","context":"viewed","nearest":"view"}}}
      {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"An empty predicate selects nothing; TRUEPREDICATE selects all.","data":{"kind":"invalidParams","pointer":"/params/predicate"}}}
      {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"Say which objects are meant: uuid, objectID or predicate.","data":{"kind":"invalidParams","pointer":"/params","expected":"exactly one of uuid, objectID and predicate"}}}
      """#)
  }

  @Test func `a save that fails names every failing object, withdraws the request's own, and keeps the rest`()
    throws
  {
    try check(
      #"""
      {"jsonrpc":"2.0","id":1,"method":"task.add","params":{"values":{"uuid":"a"}}}
      {"jsonrpc":"2.0","id":2,"method":"task.add","params":{"values":{"uuid":"b","finished":null,"taskDescription":"x"},"save":true}}
      {"jsonrpc":"2.0","id":3,"method":"task.fetch","params":{"properties":["uuid"]}}
      {"jsonrpc":"2.0","id":4,"method":"context.rollback"}
      """#,
      #"""
      {"jsonrpc":"2.0","id":1,"result":{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","$version":0,"category":0,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":null,"uuid":"a"}}
      {"jsonrpc":"2.0","id":2,"error":{"code":1560,"message":"2 values may not be saved.","data":{"kind":"validation","errors":[{"code":1570,"name":"NSValidationMissingMandatoryPropertyError","objectID":"x-coredata://U1/Task/tU2","property":"taskDescription","value":null,"thisRequest":false},{"code":1570,"name":"NSValidationMissingMandatoryPropertyError","objectID":"x-coredata://U1/Task/tU3","property":"finished","value":null,"thisRequest":true}]}}}
      {"jsonrpc":"2.0","id":3,"result":{"objects":[{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","$version":0,"uuid":"a"}]}}
      {"jsonrpc":"2.0","id":4,"result":{"inserted":[{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","uuid":"a"}],"updated":[],"deleted":[]}}
      """#)
  }

  @Test func `two contexts that change one property conflict, and the loser is shown both sides`() throws {
    try check(
      #"""
      {"jsonrpc":"2.0","id":1,"method":"task.add","params":{"values":{"uuid":"a","taskDescription":"x"},"properties":["uuid"],"save":true}}
      {"jsonrpc":"2.0","id":2,"method":"context.create","params":{"name":"other"}}
      {"jsonrpc":"2.0","id":3,"method":"task.update","params":{"uuid":"a","values":{"category":1},"properties":["category"]}}
      {"jsonrpc":"2.0","id":4,"method":"task.update","params":{"context":"other","uuid":"a","values":{"category":2},"properties":["category"],"save":true}}
      {"jsonrpc":"2.0","id":5,"method":"context.save"}
      {"jsonrpc":"2.0","id":6,"method":"context.close","params":{"context":"other"}}
      {"jsonrpc":"2.0","id":7,"method":"task.count","params":{"context":"other"}}
      """#,
      #"""
      {"jsonrpc":"2.0","id":1,"result":{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":1,"uuid":"a","saved":{"insertedCount":1,"updatedCount":0,"deletedCount":0,"permanentIDs":{"x-coredata://U1/Task/tU2":"x-coredata://U1/Task/p1"},"savedTo":"store"}}}
      {"jsonrpc":"2.0","id":2,"result":{"context":"other"}}
      {"jsonrpc":"2.0","id":3,"result":{"updatedCount":1,"objects":[{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":1,"category":1}]}}
      {"jsonrpc":"2.0","id":4,"result":{"updatedCount":1,"objects":[{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":2,"category":2}],"saved":{"insertedCount":0,"updatedCount":1,"deletedCount":0,"permanentIDs":{},"savedTo":"store"}}}
      {"jsonrpc":"2.0","id":5,"error":{"code":133020,"message":"Somebody else changed the same objects; nothing was saved.","data":{"kind":"conflict.merge","conflicts":[{"objectID":"x-coredata://U1/Task/p1","keys":["category"],"yours":{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":1,"category":1,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":"x","uuid":"a"},"theirs":{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":2,"category":2,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":"x","uuid":"a"},"base":{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":1,"category":0,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":"x","uuid":"a"},"thisRequest":false}]}}}
      {"jsonrpc":"2.0","id":6,"result":{"inserted":[],"updated":[],"deleted":[]}}
      {"jsonrpc":"2.0","id":7,"error":{"code":9,"message":"There is no context \"other\".","data":{"kind":"context.unknown","pointer":"/params/context","context":"other"}}}
      """#)
  }

  @Test func `the life cycle holds once it was begun`() throws {
    try check(
      #"""
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["2.0"]}}
      {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"anything":1,"capabilities":{"didSave":true,"more":2},"positionEncodings":["utf-7","utf-16"]}}
      {"jsonrpc":"2.0","id":3,"method":"initialize"}
      {"jsonrpc":"2.0","id":4,"method":"task.add","params":{"values":{"uuid":"a","taskDescription":"x"},"properties":["uuid"],"save":true}}
      {"jsonrpc":"2.0","id":5,"method":"task.fetch","params":{"predicate":"'😀' =="}}
      {"jsonrpc":"2.0","id":6,"method":"shutdown"}
      {"jsonrpc":"2.0","id":7,"method":"server.ping"}
      {"jsonrpc":"2.0","method":"exit"}
      {"jsonrpc":"2.0","id":8,"method":"server.ping"}
      """#,
      #"""
      {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No version of the protocol is understood by both sides.","data":{"kind":"invalidParams","pointer":"/params/protocolVersions","supported":["1.0"]}}}
      {"jsonrpc":"2.0","id":2,"result":{"serverInfo":{"name":"objwire","version":"0.1.0"},"protocolVersion":"1.0","positionEncoding":"utf-16","capabilities":{"methods":["task.add","task.get","task.fetch","task.count","task.update","task.delete","category.add","category.get","category.fetch","category.count","category.update","category.delete","settings.get","settings.set","object.insert","object.get","object.fetch","object.count","object.update","object.delete","object.refresh","relationship.get","relationship.add","relationship.remove","relationship.set","relationship.move","context.create","context.list","context.status","context.save","context.rollback","context.reset","context.close","fetch.explain","predicate.parse","predicate.complete","model.describe","store.info","store.migrationPlan","server.ping","server.status","rpc.discover","initialize","initialized","shutdown","exit","$/cancelRequest","$/setTrace"],"notifications":["context.didSave","store.didChange","$/logTrace","$/progress"]},"store":{"type":"InMemory","uuid":"U1","readOnly":false}}}
      {"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"\"initialize\" was sent before.","data":{"kind":"invalidRequest"}}}
      {"jsonrpc":"2.0","id":4,"result":{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":1,"uuid":"a","saved":{"insertedCount":1,"updatedCount":0,"deletedCount":0,"permanentIDs":{"x-coredata://U1/Task/tU2":"x-coredata://U1/Task/p1"},"savedTo":"store"}}}
      {"jsonrpc":"2.0","method":"context.didSave","params":{"context":"view","inserted":[{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","uuid":"a"}],"updated":[],"deleted":[]}}
      """#
        + "\n" + #"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"#
        + #""The predicate ends too early.","data":{"kind":"predicate.syntax","range":{"start":7,"end":7},"expected":["key","value","(","NOT"],"pointer":"/params/predicate"}}}"#
        + "\n" + #"""
          {"jsonrpc":"2.0","id":6,"result":null}
          {"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"The server was shut down; only \"exit\" may follow.","data":{"kind":"invalidRequest"}}}
          """#)
  }

  @Test func `items of a batch run in order and are answered together`() throws {
    try check(
      #"""
      [{"jsonrpc":"2.0","id":1,"method":"task.add","params":{"values":{"uuid":"a"},"properties":["uuid"]}},{"jsonrpc":"2.0","method":"task.add","params":{"values":{"uuid":"b"}}},{"jsonrpc":"2.0","id":1.0,"method":"task.count"},7]
      [{"jsonrpc":"2.0","method":"context.rollback"}]
      {"jsonrpc":"2.0","id":null,"method":"task.count"}
      """#,
      #"""
      [{"jsonrpc":"2.0","id":1,"result":{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","$version":0,"uuid":"a"}},{"jsonrpc":"2.0","id":1.0,"result":{"count":2}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A message must be an object or a batch of objects.","data":{"kind":"invalidRequest"}}}]
      {"jsonrpc":"2.0","id":null,"result":{"count":0}}
      """#)
  }

  @Test func `autosave saves unless a request says no`() throws {
    let conversation = try Conversation { $0.savesAutomatically = true }
    let saved = try conversation.call("task.add", #"{"values": {"taskDescription": "a"}}"#)
    #expect(saved["saved"]?["insertedCount"]?.int64 == 1)
    let pending = try conversation.call("task.add", #"{"values": {"taskDescription": "b"}, "save": false}"#)
    #expect(pending["saved"] == nil && pending["$version"]?.int64 == 0)
  }

  @Test func `there are at most so many contexts`() throws {
    let conversation = try Conversation()
    for _ in 1..<64 { #expect(try conversation.call("context.create")["context"] != nil) }
    let refused = try conversation.call("context.create")
    #expect(refused["data"]?["kind"]?.string == "context.limit")
    #expect(try conversation.call("context.create", #"{"name": "view"}"#)["data"]?["kind"] != nil)
  }

  @Test func `each of many cancelled requests is answered once`() throws {
    let conversation = try Conversation()
    var lines: [String] = []
    for id in 0..<2_000 {
      lines.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"task.count"}"#)
      if id % 2 == 0 { lines.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#) }
    }
    let replies = conversation.say(lines.joined(separator: "\n"))
    #expect(replies.count == 2_000)
    #expect(Set(replies.compactMap { try? JSONValue(parsing: $0)["id"]?.int64 }).count == 2_000)
    #expect(replies.contains { $0.contains("-32800") })
  }
}
