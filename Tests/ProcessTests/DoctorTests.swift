import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// `objwire doctor`.
  @Suite struct DoctorTests {
    private func checks(_ output: String) throws -> [String: String] {
      let checks = try JSONValue(parsing: output)["checks"]?.array ?? []
      return Dictionary(
        uniqueKeysWithValues: checks.map { ($0["name"]?.string ?? "", $0["status"]?.string ?? "") })
    }

    @Test func `a store that is well is well in every respect, and stays as it is`() throws {
      let user = try ShellTests.filled()
      let content = try Data(contentsOf: URL(fileURLWithPath: user.store))
      let output = try user.run("doctor", "--json")
      let report = try JSONValue(parsing: output)
      #expect(report["healthy"] == true)
      let statuses = try checks(output)
      #expect(
        Set(statuses.keys) == [
          "objwire", "store", "file", "integrity", "model", "lock", "log", "processes", "room",
        ])
      #expect(Set(statuses.values) == ["ok"])
      #expect(report["facts"]?["store"] == .string(user.store))
      #expect(report["facts"]?["storeOrigin"] == "$OBJWIRE_STORE")
      #expect(report["facts"]?["bytes"]?.int64 == Int64(content.count))
      #expect(try Data(contentsOf: URL(fileURLWithPath: user.store)) == content)
      #expect(Scratch.names(in: user.scratch.path) == ["tasks.sqlite"])
    }

    @Test func `it tells which store and why`() throws {
      let scratch = try Scratch()
      func place(_ environment: [String: String], _ arguments: String...) throws -> String {
        let run = try Conversation(["doctor"] + arguments, environment: environment)
        #expect(run.ending == .code(0), "\(run.errorText)")
        return run.lines.first { $0.contains("store ") } ?? ""
      }
      let home = scratch.path("home")
      #expect(
        try place(["HOME": home]).hasSuffix(
          "\(home)/.local/share/objwire/tasks.sqlite (the home directory in $HOME)"))
      #expect(try place(["XDG_DATA_HOME": home]).hasSuffix("\(home)/objwire/tasks.sqlite ($XDG_DATA_HOME)"))
      #expect(try place(["OBJWIRE_STORE": home]).hasSuffix("\(home) ($OBJWIRE_STORE)"))
      #expect(
        try place(["OBJWIRE_STORE": home], "--store", scratch.store).hasSuffix("\(scratch.store) (an option)")
      )
      #expect(Scratch.names(in: scratch.path).isEmpty)
    }

    @Test func `a damaged page is found, and ends with 1`() throws {
      let user = try CommandLineUser()
      let tasks = (0..<2_000).map { #"{"taskDescription":"task \#($0)"}"# }
      try user.run("import", input: tasks.joined(separator: "\n"))
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: user.store))
      try file.seek(toOffset: 20 * 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 3 * 4096))
      try file.close()
      let run = try CommandRun(["doctor", "--json"], store: user.store)
      #expect(run.ending == .code(1))
      #expect(run.errors.isEmpty)
      #expect(try run.json["healthy"] == false)
      #expect(try checks(run.output)["integrity"] == "failed")
      #expect(try CommandRun(["doctor"], store: user.store).output.contains("FAILED  integrity"))
    }

    @Test func `what is no store is said to be none`() throws {
      let user = try CommandLineUser()
      _ = try SQLiteShell.query(user.store, "CREATE TABLE other (a)")
      let foreign = try CommandRun(["doctor", "--json"], store: user.store)
      #expect(foreign.ending == .code(1))
      #expect(try checks(foreign.output)["model"] == "failed")
      try Data(repeating: 120, count: 5_000).write(to: URL(fileURLWithPath: user.store))
      let text = try CommandRun(["doctor", "--json"], store: user.store)
      #expect(text.ending == .code(1))
      #expect(try checks(text.output)["integrity"] == "failed")
      #expect(try CommandRun(["doctor"], store: user.scratch.path).ending == .code(1))
      let below = try CommandRun(["doctor"], store: user.store + "/below")
      #expect(below.ending == .code(1))
      #expect(below.output.contains("FAILED  file     it cannot be looked at: not a directory\n"))
    }

    @Test func `a store of another model is told by its hashes`() throws {
      let user = try ShellTests.filled()
      _ = try SQLiteShell.query(
        user.store,
        "UPDATE Z_METADATA SET Z_PLIST = CAST(replace(Z_PLIST, 'Settings', 'Nothings') AS BLOB)")
      let run = try CommandRun(["doctor"], store: user.store)
      #expect(run.ending == .code(1))
      #expect(run.output.contains("FAILED  model      made with another model that is not known"))
    }

    @Test func `who has the store open and who is saving is seen`() throws {
      let user = try ShellTests.filled()
      let shell = try SQLiteShell.holdingWriteLock(of: user.store)
      let output = try user.run("doctor", "--json")
      #expect(try checks(output)["lock"] == "notice")
      let processes = try JSONValue(parsing: output)["facts"]?["processes"]?.array
      #expect(processes == [.integer(Int64(shell.identifier))])
      shell.closeInput()
    }
  }
}
