import JSON
import Testing

extension ProcessSuite {
  /// What a client is told of its own requests: protocol.md, "Seeing inside".
  @Suite struct TraceTests {
    private func message(_ server: Server) throws -> (message: String, verbose: String?) {
      let trace = try server.notification("$/logTrace")
      return (trace["message"]?.string ?? "", trace["verbose"]?.string)
    }

    @Test func `messages tells of arrival and answer, and off ends it`() throws {
      let server = try Server(store: nil)
      try server.notify("$/setTrace", #"{"value": "messages"}"#)
      try server.check("task.count", gives: #"{"count": 0}"#)
      #expect(try message(server).message == "Received request task.count (id 1).")
      let answer = try message(server)
      #expect(
        answer.message.wholeMatch(of: /Answered request task\.count \(id 1\): queued \d+ µs, ran \d+ µs\./)
          != nil, "\(answer)")
      #expect(answer.verbose == nil)
      try server.check("task.get", #"{"uuid": "none"}"#, failsWith: "object.notFound")
      _ = try message(server)
      #expect(
        try message(server).message.hasPrefix("Answered request task.get (id 2) with object.notFound: "))
      try server.notify("$/setTrace", #"{"value": "off"}"#)
      #expect(try message(server).message == "Received notification $/setTrace.")
      try server.notify("$/setTrace", #"{"value": "messages"}"#)
      try server.notify("task.get", #"{"uuid": "none"}"#)
      #expect(try message(server).message == "Received notification task.get.")
      #expect(try message(server).message.hasPrefix("Failed notification task.get with object.notFound: "))
      try server.notify("$/setTrace", #"{"value": "off"}"#)
      _ = try message(server)
      try server.check("task.count", gives: "{}")
      #expect(server.process.isSilent(for: 0.05))
      #expect(server.notifications.isEmpty)
    }

    @Test func `initialize turns it on, and verbose repeats params up to a limit`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", #"{"trace": "verbose"}"#, gives: "{}")
      #expect(server.notifications.isEmpty, "before the reply")
      try server.check("server.ping", #"{"a":1}"#, gives: "{}")
      #expect(try message(server).verbose == #"Params: {"a":1}"#)
      #expect(try message(server).verbose == "Params: 7 bytes. Reply: 41 bytes.")
      let long = #"{"a":"\#(String(repeating: "x", count: 5_000))"}"#
      try server.check("server.ping", long, gives: "{}")
      let verbose = try #require(try message(server).verbose)
      #expect(verbose.hasSuffix("x… (5008 bytes)") && verbose.utf8.count < 1_100, "\(verbose.utf8.count)")
    }

    @Test func `nothing is traced after the reply to shutdown`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", #"{"trace": "messages"}"#, gives: "{}")
      try server.check("shutdown", gives: "null")
      let count = server.notifications.count
      try server.check("task.count", failsWith: "invalidRequest")
      try server.notify("exit")
      #expect(try server.process.readToEnd().isEmpty)
      #expect(server.notifications.count == count)
      #expect(try server.process.wait() == .code(0))
    }

    @Test func `a wrong value changes nothing and is not answered`() throws {
      let server = try Server(store: nil)
      try server.notify("$/setTrace", #"{"value": "loud"}"#)
      try server.check("server.ping", gives: "{}")
      #expect(server.notifications.isEmpty)
      try server.expectEnd()
    }

    @Test func `no trace comes inside of a long reply`() throws {
      let server = try Server(store: nil)
      let objects = (0..<4_000).map { #"{"taskDescription": "task \#($0)"}"# }.joined(separator: ",")
      try server.check("task.add", #"{"objects": [\#(objects)], "save": true}"#, gives: "{}")
      try server.check("context.create", #"{"name": "other"}"#, gives: "{}")
      try server.notify("$/setTrace", #"{"value": "messages"}"#)
      let fetches = try (0..<6).map { index in
        try server.send("task.fetch", index % 2 == 0 ? "{}" : #"{"context": "other"}"#)
      }
      let pings = try (0..<200).map { _ in try server.send("server.ping") }
      // Every line is read as JSON.
      for id in fetches { #expect(try server.reply(to: id).result?["objects"]?.array?.count == 4_000) }
      for id in pings { #expect(try server.reply(to: id).result != nil) }
      try server.expectEnd()
    }
  }
}
