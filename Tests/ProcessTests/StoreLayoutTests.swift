import Foundation
import Testing

extension ProcessSuite {
  /// The store as another program reads it: Core Data's own layout.
  @Suite struct StoreLayoutTests {
    @Test func `the sqlite3 shell reads the tasks in Core Data's columns`() throws {
      let scratch = try Scratch()
      let server = try TaskTests.filled(scratch.store)
      try server.check(
        "task.update", #"{"uuid": "B", "values": {"finished": true}, "save": true}"#, gives: "{}")
      let columns = "Z_PK, Z_OPT, ZCATEGORY, ZFINISHED, ZNOTIFICATIONENABLED, ZDATE, ZTASKDESCRIPTION, ZUUID"
      let rows = try SQLiteShell.query(scratch.store, "SELECT \(columns) FROM ZTASK ORDER BY Z_PK")
      #expect(
        rows == [
          "1|1|1|0|0|817808400|Buy Milk|A", "2|2|2|1|0|815216400|call Zoë|B", "3|1|1|0|0||milk the cow|C",
          "4|1|3|1|0||Crème brûlée|D", "5|1|2|0|0|819828000||E",
        ])
    }

    @Test func `the system tables are those of a Core Data store`() throws {
      let scratch = try Scratch()
      let server = try TaskTests.filled(scratch.store)
      try server.expectEnd()
      let store = scratch.store
      let tables = try SQLiteShell.query(
        store, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      for table in ["ZTASK", "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"] { #expect(tables.contains(table)) }
      #expect(try SQLiteShell.query(store, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Task'") == ["5"])
      let entity = "SELECT DISTINCT t.Z_ENT = p.Z_ENT FROM ZTASK t, Z_PRIMARYKEY p WHERE p.Z_NAME = 'Task'"
      #expect(try SQLiteShell.query(store, entity) == ["1"])
      #expect(try SQLiteShell.query(store, "SELECT Z_VERSION, length(Z_UUID) FROM Z_METADATA") == ["1|36"])
      #expect(
        try SQLiteShell.query(store, "PRAGMA journal_mode; PRAGMA auto_vacuum; PRAGMA page_size") == [
          "wal", "2", "4096",
        ])
      let unique = "SELECT name FROM sqlite_master WHERE type = 'index' AND name = 'Z_Task_UNIQUE_uuid'"
      #expect(try SQLiteShell.query(store, unique) == ["Z_Task_UNIQUE_uuid"])
      let types = "SELECT name || ' ' || type FROM pragma_table_info('ZTASK')"
      #expect(
        try SQLiteShell.query(store, types) == [
          "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZCATEGORY INTEGER", "ZFINISHED INTEGER",
          "ZNOTIFICATIONENABLED INTEGER", "ZDATE TIMESTAMP", "ZTASKDESCRIPTION VARCHAR", "ZUUID VARCHAR",
        ])
    }

    @Test func `the metadata is a property list with the model's hashes`() throws {
      let scratch = try Scratch()
      try TaskTests.filled(scratch.store).expectEnd()
      let hex = try SQLiteShell.query(scratch.store, "SELECT hex(Z_PLIST) FROM Z_METADATA").joined()
      let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { offset in
        UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
      }
      let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
      #expect(list?["NSStoreType"] as? String == "SQLite")
      #expect(list?["NSStoreModelVersionHashesVersion"] as? Int == 3)
      #expect(list?["_NSAutoVacuumLevel"] as? String == "2")
      let hashes = try #require(list?["NSStoreModelVersionHashes"] as? [String: Data])
      #expect(hashes["Task"]?.count == 32)
    }

    @Test func `a store of another model is refused and stays as it is`() throws {
      let scratch = try Scratch()
      try TaskTests.filled(scratch.store).expectEnd()
      _ = try SQLiteShell.query(scratch.store, "PRAGMA journal_mode = DELETE")
      let plist = try SQLiteShell.query(
        scratch.store, "SELECT replace(hex(Z_PLIST), hex('Task'), hex('Tusk')) FROM Z_METADATA")
      _ = try SQLiteShell.query(scratch.store, "UPDATE Z_METADATA SET Z_PLIST = x'\(plist.joined())'")
      let before = try Data(contentsOf: URL(fileURLWithPath: scratch.store))
      let conversation = try Conversation(["serve", "--store", scratch.store], input: LifeCycleTests.ping)
      #expect(conversation.ending == .code(3))
      #expect(!conversation.errorText.isEmpty)
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.store)) == before)
      #expect(Scratch.names(in: scratch.path) == ["tasks.sqlite"])
    }
  }
}
