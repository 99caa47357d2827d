import JSON
import Testing

extension ProcessSuite {
  /// Notifications, to a client that asked for them: protocol.md, "Notifications".
  @Suite struct NotificationTests {
    @Test func `a save is told after its reply, with references`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", #"{"capabilities": {"didSave": true}}"#, gives: "{}")
      for uuid in ["A", "B"] {
        try server.addSaved(uuid)
        _ = try server.notification("context.didSave")
      }
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 4}}"#, gives: "{}")
      try server.check("task.delete", #"{"uuid": "B"}"#, gives: "{}")
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "F"}}"#, gives: "{}")
      let saved = try server.call("context.save")
      #expect(saved.result != nil)
      #expect(server.notifications.isEmpty, "the notice came before the reply")
      let notice = try server.notification("context.didSave")
      let expected = try Pattern(
        #"{"context": "view", "inserted": [{"$objectID": "*", "$entity": "Task", "uuid": "F"}], "updated": [{"uuid": "A"}], "deleted": [{"uuid": "B"}]}"#
      )
      let fits = expected.fits(notice)
      #expect(fits, "\(notice)")
    }

    @Test func `nobody is told who did not ask`() throws {
      let server = try Server(store: nil)
      try server.addSaved("A")
      try server.check("server.ping", gives: "{}")
      #expect(server.process.isSilent(for: 0.05))
      #expect(server.notifications.isEmpty)
    }

    @Test func `a save of another process is told`() throws {
      let scratch = try Scratch()
      let server = try TaskTests.filled(scratch.store)
      try server.check("initialize", #"{"capabilities": {"storeDidChange": true}}"#, gives: "{}")
      let other = try Server(store: scratch.store)
      try other.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "F"}}"#, gives: "{}")
      try other.check("task.update", #"{"uuid": "A", "values": {"category": 4}}"#, gives: "{}")
      try other.check("task.delete", #"{"uuid": "B"}"#, gives: "{}")
      try other.check("context.save", gives: #"{"saved": {"insertedCount": 1}}"#)
      let notice = try server.notification("store.didChange")
      let expected = try Pattern(
        #"{"inserted": [{"$objectID": "*", "$entity": "Task", "uuid": "F"}], "updated": [{"uuid": "A"}], "deleted": [{"uuid": "B"}]}"#
      )
      let fits = expected.fits(notice)
      #expect(fits, "\(notice)")
    }

    @Test func `a save of one's own is no change by another process`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store)
      try server.check("initialize", #"{"capabilities": {"storeDidChange": true}}"#, gives: "{}")
      try server.addSaved("A")
      let other = try Server(store: scratch.store)
      try other.addSaved("B")
      let notice = try server.notification("store.didChange")
      #expect(
        try Pattern(#"{"inserted": [{"uuid": "B"}], "updated": [], "deleted": []}"#).fits(notice), "\(notice)"
      )
    }
  }
}
