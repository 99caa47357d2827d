import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// `--model`: objects of models that are not built in.
  @Suite struct ModelTests {
    let scratch: Scratch
    private let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Book">
          <attribute name="title" attributeType="String"/>
          <attribute name="pages" optional="YES" attributeType="Integer 32" defaultValueString="0"/>
        </entity>
      </model>
      """
    private let json =
      #"{"entities": [{"name": "Shelf", "attributes": [{"name": "room", "type": "String"}]}]}"#
    private let book = #"{"entity": "Book", "values": {"title": "Emma"}}"#

    init() throws { scratch = try Scratch() }

    private func write(_ text: String, _ name: String) throws -> String {
      let path = scratch.path(name)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRun {
      try CommandRun(arguments, store: environment["OBJWIRE_STORE"] ?? "", environment: environment)
    }

    @Test(arguments: ["Library.xcdatamodeld", "Library.xcdatamodeld/V1.xcdatamodel", "plain/contents"])
    func `models are read in each of Xcode's forms`(_ place: String) throws {
      _ = try write(xml, "Library.xcdatamodeld/V1.xcdatamodel/contents")
      _ = try write(xml, "plain/contents")
      let run = try run("call", "object.insert", book, "--model", scratch.path(place), "--in-memory")
      #expect(run.ending == .code(0), "\(run.errors)")
      #expect(try run.json["title"] == "Emma")
    }

    @Test func `several models are merged, and the store keeps the objects of all`() throws {
      let model = try write(xml, "a/contents")
      let other = try write(json, "b.json")
      let store = scratch.path("books.sqlite")
      func call(_ method: String, _ params: String) throws -> JSONValue {
        let run = try run("call", method, params, "--model", model, "--model=\(other)", "--store", store)
        #expect(run.ending == .code(0), "\(run.errors)")
        return try run.json
      }
      _ = try call("object.insert", book)
      _ = try call("object.insert", #"{"entity": "Shelf", "values": {"room": "hall"}}"#)
      #expect(try call("store.info", "{}")["counts"]?.text == #"{"Book":1,"Shelf":1}"#)
    }

    @Test func `the environment may say which model, and a server says its name in nothing else`() throws {
      let environment = [
        "OBJWIRE_MODEL": try write(xml, "contents"), "OBJWIRE_STORE": scratch.path("books.sqlite"),
      ]
      let made = try run("call", "object.insert", book, environment: environment)
      #expect(made.ending == .code(0), "\(made.errors)")
      let served = try CommandRun(
        [], store: "",
        input: #"{"jsonrpc":"2.0","id":1,"method":"object.count","params":{"entity":"Book"}}"# + "\n",
        environment: environment)
      #expect(served.output == #"{"jsonrpc":"2.0","id":1,"result":{"count":1}}"# + "\n", "\(served.errors)")
    }

    @Test func `a model wants a store of its own`() throws {
      let model = try write(xml, "contents")
      let home = ["HOME": scratch.path("home")]
      for (origin, arguments, variables) in [
        ("--model", ["--model", model], [:]), ("$OBJWIRE_MODEL", [], ["OBJWIRE_MODEL": model]),
      ] {
        let refused = try CommandRun(
          ["call", "store.info"] + arguments, store: "",
          environment: home.merging(variables) { $1 })
        #expect(refused.ending == .code(2))
        #expect(
          refused.errors
            == "objwire: \(origin) wants a store of its own: give --store PATH, $OBJWIRE_STORE or --in-memory\n"
        )
      }
      #expect(!Scratch.exists(scratch.path("home")))
    }

    @Test func `the store of tasks is not opened with another model, and stays as it is`() throws {
      try CommandLineUserTasks.fill(scratch.store)
      let before = try Data(contentsOf: URL(fileURLWithPath: scratch.store))
      let refused = try run("serve", "--model", try write(xml, "contents"), "--store", scratch.store)
      #expect(refused.ending == .code(3))
      #expect(refused.errors.contains("was made with another model"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.store)) == before)
    }

    @Test func `everything that is wrong with all files is said at once, with its place`() throws {
      let wrong = try write(
        """
        <model>
          <entity name="Book">
            <attribute name="title" attributeType="Strin"/>
            <relationship name="author" maxCount="1" destinationEntity="Autor"/>
          </entity>
          <entity name="Author"><attribute name="a" attributeType="String"/></entity>
        </model>
        """, "a/contents")
      let broken = try write("{\n \"entities\": [}", "b.json")
      let missing = scratch.path("a/content")
      for command in [["serve"], ["call", "server.ping"], ["doctor"]] {
        let run = try CommandRun(
          command + ["--model", wrong, "--model", broken, "--model", missing, "--in-memory"], store: "")
        #expect(run.ending == .code(2))
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(
          lines.contains { $0.hasPrefix("\(wrong):3: Book.title: ") && $0.contains("String") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("\(broken):2:") }, "\(lines)")
        #expect(
          lines.contains { $0.hasPrefix("\(missing): ") && $0.contains("did you mean contents?") }, "\(lines)"
        )
        #expect(lines.last == "objwire: the model cannot be used: \(lines.count - 1) errors")
      }
    }

    @Test func `commands for tasks say that the model has none`() throws {
      let model = try write(xml, "contents")
      let run = try run("list", "--model", model, "--in-memory")
      #expect(run.ending == .code(1))
      #expect(run.errors.contains("the model has no entity Task"))
    }

    @Test func `the doctor looks at the model, too`() throws {
      let model = try write(xml, "contents")
      let store = scratch.path("books.sqlite")
      _ = try run("call", "object.insert", book, "--model", model, "--store", store)
      let well = try run("doctor", "--json", "--model", model, "--store", store)
      #expect(well.ending == .code(0), "\(well.output)")
      #expect(try well.json["facts"]?["entities"]?.text == #"["Book"]"#)
      let transient =
        #"{"entities": [{"name": "A", "relationships": [{"name": "c", "destination": "A", "isTransient": true}]}]}"#
      let ill = try run("doctor", "--model", try write(transient, "transient.json"), "--in-memory")
      #expect(ill.ending == .code(1))
      #expect(ill.output.contains("A.c is a transient relationship"))
    }

    @Test func `a log or a recording does not overwrite the model`() throws {
      let model = try write(json, "shop.json")
      let run = try run("serve", "--model", model, "--in-memory", "--log-file", model)
      #expect(run.ending == .code(2))
      #expect(run.errors == "objwire: --log-file: \(model) is the model's own file\n")
    }

    @Test func `a recording holds the model, so that it can be replayed without its files`() throws {
      let model = try write(xml, "contents")
      let recording = scratch.path("session.ndjson")
      let request = #"{"jsonrpc":"2.0","id":1,"method":"object.insert","params":\#(book)}"#
      let served = try CommandRun(
        ["serve", "--model", model, "--in-memory", "--record", recording, "--autosave"], store: "",
        input: request + "\n")
      #expect(served.ending == .code(0), "\(served.errors)")
      try FileManager.default.removeItem(atPath: model)
      let replayed = try run("replay", recording)
      #expect(replayed.output == "1 reply agrees\n", "\(replayed.errors)")
    }
  }
}

/// Makes the store of tasks that other tests must not touch.
private enum CommandLineUserTasks {
  static func fill(_ store: String) throws {
    let run = try CommandRun(["add", "a", "b"], store: store)
    #expect(run.ending == .code(0), "\(run.errors)")
  }
}
