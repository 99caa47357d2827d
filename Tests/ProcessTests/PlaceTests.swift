import Foundation
import Glibc
import Testing

extension ProcessSuite {
  /// Where the store is, who may read it, and what happens when it cannot be there.
  @Suite struct PlaceTests {
    @Test func `the store's place is an option, then OBJWIRE_STORE, then XDG_DATA_HOME, then HOME`() throws {
      let scratch = try Scratch()
      var environment = ["HOME": scratch.path("home")]
      func open(_ arguments: [String] = []) throws {
        let conversation = try Conversation(["serve"] + arguments, environment: environment)
        #expect(conversation.ending == .code(0), "\(conversation.errorText)")
      }
      try open()
      #expect(Scratch.exists(scratch.path("home/.local/share/objwire/tasks.sqlite")))
      environment["XDG_DATA_HOME"] = scratch.path("data")
      try open()
      #expect(Scratch.exists(scratch.path("data/objwire/tasks.sqlite")))
      environment["OBJWIRE_STORE"] = scratch.path("named/other.sqlite")
      try open()
      #expect(Scratch.exists(scratch.path("named/other.sqlite")))
      try open(["--store", scratch.path("option.sqlite")])
      #expect(Scratch.exists(scratch.path("option.sqlite")))
    }

    @Test func `missing directories are made for the user alone, and so is the store`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.path("a/b/tasks.sqlite"))
      try server.addSaved("A")
      #expect(Scratch.mode(of: scratch.path("a")) == 0o700)
      #expect(Scratch.mode(of: scratch.path("a/b")) == 0o700)
      #expect(Scratch.mode(of: scratch.path("a/b/tasks.sqlite")) == 0o600)
      try server.expectEnd()
    }

    @Test func `an almost empty environment is enough`() throws {
      let scratch = try Scratch()
      let process = try ChildProcess(
        path: Binary.path, ["serve", "--store", scratch.store], environment: [:])
      try process.send(LifeCycleTests.ping)
      #expect(try process.readLine() == LifeCycleTests.pong)
      process.closeInput()
      #expect(try process.wait() == .code(0), "\(process.errorText)")
    }

    @Test func `a store is there again after a restart, without files beside it in between`() throws {
      let scratch = try Scratch()
      let first = try Server(store: scratch.store)
      try first.addSaved("A", #""taskDescription": "buy milk", "category": 3"#)
      try first.expectEnd()
      #expect(Scratch.names(in: scratch.path) == ["tasks.sqlite"])
      let second = try Server(store: scratch.store)
      try second.check(
        "task.get", #"{"uuid": "A"}"#,
        gives: #"{"taskDescription": "buy milk", "category": 3, "$version": 1}"#)
      try second.expectEnd()
    }

    @Test func `a store of an unknown model is refused, and stays as it was`() throws {
      let scratch = try Scratch()
      try Server(store: scratch.store).expectEnd()
      _ = try SQLiteShell.query(
        scratch.store,
        "UPDATE Z_METADATA SET Z_PLIST = CAST(replace(Z_PLIST, 'Settings', 'Nothings') AS BLOB)")
      let before = try Data(contentsOf: URL(fileURLWithPath: scratch.store))
      for (word, sentence) in [
        ("auto", "another model that is not known; these entities differ: Nothings, Settings"),
        ("lossy", "another model that is not known"),
        ("never", "Nothings, Settings; without --migrate never it is migrated if that is possible"),
      ] {
        let run = try Conversation(["serve", "--store", scratch.store, "--migrate", word], environment: [:])
        #expect(run.ending == .code(3))
        #expect(run.errorText.contains(sentence), "\(run.errorText)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.store)) == before)
      let wrong = try Conversation(["serve", "--store", scratch.store, "--migrate", "yes"], environment: [:])
      #expect(wrong.ending == .code(2))
      #expect(wrong.errorText.contains("--migrate wants auto, never or lossy"), "\(wrong.errorText)")
    }

    @Test func `a store in memory leaves nothing behind`() throws {
      let scratch = try Scratch()
      let server = try Server(
        store: nil, environment: ["HOME": scratch.path, "OBJWIRE_STORE": scratch.store])
      try server.addSaved("A")
      try server.expectEnd()
      #expect(Scratch.names(in: scratch.path).isEmpty)
    }

    @Test func `a place that cannot be written ends with 3 and a reason`() throws {
      let scratch = try Scratch()
      try Data("a file".utf8).write(to: URL(fileURLWithPath: scratch.path("file")))
      for place in [scratch.path("file/tasks.sqlite"), "/proc/objwire/tasks.sqlite", scratch.path] {
        let conversation = try Conversation(["serve", "--store", place], input: LifeCycleTests.ping)
        #expect(conversation.ending == .code(3), "\(place): \(conversation.errorText)")
        #expect(conversation.lines.isEmpty)
        #expect(!conversation.errorText.isEmpty)
      }
    }

    @Test func `what is wrong with a place is said in words, with its path`() throws {
      let scratch = try Scratch()
      let file = scratch.path("file")
      try Data("only a text".utf8).write(to: URL(fileURLWithPath: file))
      let longName = scratch.path(String(repeating: "n", count: 256))
      for (place, complaint) in [
        (file, "\(file) is no SQLite database"), (file + "/tasks.sqlite", "\(file) is no directory"),
        (scratch.path, "\(scratch.path) is a directory"),
        ("/dev/null", "/dev/null is no file that can hold a store"),
        ("/proc/objwire/tasks.sqlite", "the directory /proc/objwire cannot be made"),
        (longName, "\(longName) cannot be made: file name too long"),
        (longName + "/a", "the directory \(longName) cannot be made: file name too long"),
      ] {
        let conversation = try Conversation(["call", "task.count", "--store", place])
        #expect(conversation.ending == .code(3))
        #expect(conversation.errorText == "objwire: error: the store cannot be opened: \(complaint)\n")
      }
    }

    @Test(.enabled(if: getuid() != 0, "everything is allowed to root"))
    func `a place that others protect is said to be`() throws {
      let scratch = try Scratch()
      try Server(store: scratch.store).expectEnd()
      func complaint(mode: mode_t) throws -> String {
        chmod(scratch.store, mode)
        let conversation = try Conversation(["call", "task.count", "--store", scratch.store])
        #expect(conversation.ending == .code(3))
        return conversation.errorText
      }
      #expect(try complaint(mode: 0).hasSuffix("\(scratch.store) cannot be read: permission denied\n"))
      #expect(
        try complaint(mode: 0o400).hasSuffix(
          "\(scratch.store) cannot be written: permission denied; --read-only opens it for reading\n"))
    }

    @Test(arguments: [
      "no database, only text that is longer than a header of a hundred bytes would be; twice. ", "x",
    ])
    func `a file that is no database ends with 3 and stays as it is`(_ text: String) throws {
      let scratch = try Scratch()
      let content = Data(String(repeating: text, count: 40).utf8)
      try content.write(to: URL(fileURLWithPath: scratch.store))
      let conversation = try Conversation(["serve", "--store", scratch.store], input: LifeCycleTests.ping)
      #expect(conversation.ending == .code(3), "\(conversation.errorText)")
      #expect(!conversation.errorText.isEmpty)
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.store)) == content)
      #expect(Scratch.names(in: scratch.path) == ["tasks.sqlite"])
    }

    @Test func `a database without Core Data's tables ends with 3 and stays as it is`() throws {
      let scratch = try Scratch()
      _ = try SQLiteShell.query(scratch.store, "CREATE TABLE other (a); INSERT INTO other VALUES (1);")
      let content = try Data(contentsOf: URL(fileURLWithPath: scratch.store))
      let conversation = try Conversation(["serve", "--store", scratch.store], input: LifeCycleTests.ping)
      #expect(conversation.ending == .code(3), "\(conversation.errorText)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.store)) == content)
    }

    @Test func `an empty file becomes a store`() throws {
      let scratch = try Scratch()
      try Data().write(to: URL(fileURLWithPath: scratch.store))
      let server = try Server(store: scratch.store)
      try server.addSaved("A")
      try server.expectEnd()
    }

    @Test func `a store that is only read refuses to save and makes no file`() throws {
      let scratch = try Scratch()
      let missing = try Conversation(["serve", "--store", scratch.store, "--read-only"])
      #expect(missing.ending == .code(3))
      #expect(Scratch.names(in: scratch.path).isEmpty)
      let writer = try Server(store: scratch.store)
      try writer.addSaved("A")
      try writer.expectEnd()
      let reader = try Server(store: scratch.store, ["--read-only"])
      #expect(try reader.uuids() == ["A"])
      try reader.check(
        "task.add", #"{"values": {"taskDescription": "a"}, "save": true}"#, failsWith: "store.readOnly")
      try reader.expectEnd()
      #expect(reader.process.errorText.isEmpty)
    }
  }
}
