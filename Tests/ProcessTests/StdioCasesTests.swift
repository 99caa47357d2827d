import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// Black-box cases of the kinds that other stdio servers got wrong: public ones where they are there, and our own.
  @Suite struct StdioCasesTests {
    @Test func `the public cases`() throws {
      guard let data = Binary.sharedData("rpc/stdio-cases.jsonl") else {
        print("skipped: rpc/stdio-cases.jsonl is not there (OBJWIRE_SHARED)")
        return
      }
      var ran = 0
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        let test = try JSONValue(parsing: String(line))
        try run(test)
        ran += 1
      }
      #expect(ran == 60)
    }

    @Test(arguments: ownCases)
    func `our own cases`(_ text: String) throws {
      try run(JSONValue(parsing: text))
    }

    /// `echo` in a case means `server.ping`; the ping after it shows that the server is alive.
    private func run(_ test: JSONValue) throws {
      let name = test["name"]?.string ?? "?"
      let isFramed = test["framing"] == "cl"
      var input = input(of: test)
      let alive = test["alive_after"] == true
      let ping = #"{"jsonrpc":"2.0","id":"alive","method":"server.ping"}"#
      if alive { input += Array((isFramed ? HeaderFramed.message(ping) : ping + "\n").utf8) }
      let conversation = try Conversation(["serve", "--in-memory"], bytes: input)
      #expect(conversation.ending == .code(0), "\(name): \(conversation.errorText)")
      var replies = isFramed ? try HeaderFramed.messages(in: conversation.output) : conversation.lines
      if alive {
        #expect(replies.popLast() == #"{"jsonrpc":"2.0","id":"alive","result":{}}"#, "\(name)")
      }
      for expected in test["replies"]?.array ?? [] {
        guard let line = replies.first else {
          #expect(expected["optional"] == true, "\(name): a reply is missing")
          continue
        }
        let fits = try StdioExpectation(expected).fits(line)
        if fits || expected["optional"] != true {
          #expect(fits, "\(name): \(line)")
          replies.removeFirst()
        }
      }
      #expect(replies.isEmpty, "\(name): one too many")
    }

    private func input(of test: JSONValue) -> [UInt8] {
      if let encoded = test["input_b64"]?.string { return [UInt8](Data(base64Encoded: encoded) ?? Data()) }
      let text = test["input"]?.string ?? ""
      let renamed = HeaderFramed.rename("echo", to: "server.ping", in: text)
      return Array(renamed.utf8)
    }

    private static let ownCases: [String] = [
      #"{"name": "CL params null", "framing": "cl", "input": "Content-Length: 56\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"task.x\",\"params\":null}", "replies": [{"id": 1, "error_code_in": [-32601]}], "alive_after": true}"#,
      #"{"name": "CL batch", "framing": "cl", "input": "Content-Length: 83\r\n\r\n[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"echo\"}]", "replies": [{"batch": [{"id": 1, "result": {}}, {"id": 2, "result": {}}]}], "alive_after": true}"#,
      #"{"name": "CL one too small", "framing": "cl", "input": "Content-Length: 39\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "CL one too large", "framing": "cl", "input": "Content-Length: 41\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "CL far too large", "framing": "cl", "input": "Content-Length: 4100\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "CL one too large at the end", "framing": "cl", "input": "Content-Length: 41\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": null}"#,
      #"{"name": "CL missing", "framing": "cl", "input": "Content-Type: a/b\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL repeated", "framing": "cl", "input": "Content-Length: 40\r\nContent-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL negative, then good", "framing": "cl", "input": "Content-Length: -1\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL not a number", "framing": "cl", "input": "Content-Length: forty\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL of 20 digits, then good", "framing": "cl", "input": "Content-Length: 99999999999999999999\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL other charset", "framing": "cl", "input": "Content-Length: 40\r\nContent-Type: a/b; charset=latin1\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL stray text between", "framing": "cl", "input": "Content-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}a stray print\n", "replies": [{"id": 1, "result": {}}, {"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "CL byte order mark in the message", "framing": "cl", "input": "Content-Length: 43\r\n\r\n\ufeff{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "CL byte order mark before the header", "framing": "cl", "input": "\ufeffContent-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}", "replies": [{"id": null, "error_code_in": [-32600]}, {"id": 1, "result": {}}], "alive_after": true}"#,
      #"{"name": "CL NUL", "framing": "cl", "input": "Content-Length: 1\r\n\r\n\u0000", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "CL empty message", "framing": "cl", "input": "Content-Length: 0\r\n\r\n", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "CL notification", "framing": "cl", "input": "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"echo\"}", "replies": [], "alive_after": true}"#,
      #"{"name": "CL blank lines between", "framing": "cl", "input": "\r\n\nContent-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}\r\n\r\n", "replies": [{"id": 1, "result": {}}], "alive_after": true}"#,
      #"{"name": "tab and spaces around", "input": "\t {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"} \t\n", "replies": [{"id": 1, "result": {}}], "alive_after": true}"#,
      #"{"name": "id false", "input": "{\"jsonrpc\":\"2.0\",\"id\":false,\"method\":\"echo\"}\n", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "method null", "input": "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":null}\n", "replies": [{"id_in": [4, null], "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "nested batch", "input": "[[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"}]]\n", "replies": [{"batch": [{"id": null, "error_code_in": [-32600]}]}], "alive_after": true}"#,
      #"{"name": "true", "input": "true\n", "replies": [{"id": null, "error_code_in": [-32600]}], "alive_after": true}"#,
      #"{"name": "lone quote", "input": "\"\n", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "trailing comma", "input": "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",}\n", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "leading zero", "input": "{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"echo\"}\n", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "NUL byte", "input": "\u0000\n", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "lone CR inside", "input": "{\"jsonrpc\":\"2.0\",\r\"id\":1,\"method\":\"echo\"}\n", "replies": [{"id": 1, "result": {}}], "alive_after": true}"#,
      #"{"name": "invalid UTF-8", "input_b64": "/wo=", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "huge exponent", "input": "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":{\"a\":1e400}}\n", "replies": [{"id": 1, "result": {"a": 1e400}}], "alive_after": true}"#,
      #"{"name": "id 1e400", "input": "{\"jsonrpc\":\"2.0\",\"id\":1e400,\"method\":\"echo\"}\n", "replies": [{"id": 1e400, "result": {}}], "alive_after": true}"#,
      #"{"name": "unknown envelope member", "input": "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"x\":1}\n", "replies": [{"id": 1}], "alive_after": true}"#,
      #"{"name": "lone surrogate escape", "input": "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":{\"a\":\"\\ud800\"}}\n", "replies": [{"id_in": [1, null], "error_code_in": [-32700]}], "alive_after": true}"#,
      #"{"name": "unfinished last line", "input": "{\"jsonrpc\":\"2.0\",\"id\":1", "replies": [{"id": null, "error_code_in": [-32700]}], "alive_after": null}"#,
    ]
  }
}

/// What a case allows as one reply: the members of the case file's `replies`.
struct StdioExpectation {
  let expected: JSONValue

  init(_ expected: JSONValue) throws { self.expected = expected }

  func fits(_ line: String) throws -> Bool { fits(try JSONValue(parsing: line)) }

  private func fits(_ reply: JSONValue) -> Bool {
    if let choices = expected["any_of"]?.array {
      return choices.contains { choice in (try? StdioExpectation(choice).fits(reply)) == true }
    }
    if let length = expected["batch_len"]?.int64 { return reply.array?.count == Int(length) }
    if let items = expected["batch"]?.array {
      guard let replies = reply.array, replies.count == items.count else { return false }
      return zip(items, replies).allSatisfy { item, reply in
        (try? StdioExpectation(item).fits(reply)) == true
      }
    }
    return fitsEnvelope(reply)
  }

  /// Ids are compared as the tokens they are; an id member that is absent here allows any.
  private func fitsEnvelope(_ reply: JSONValue) -> Bool {
    guard reply["jsonrpc"] == "2.0", let id = reply["id"] else { return false }
    guard (reply["result"] == nil) != (reply["error"] == nil) else { return false }
    if let wanted = expected["id"], wanted != id { return false }
    if let choices = expected["id_in"]?.array, !choices.contains(id) { return false }
    let code = reply["error"]?["code"]
    if let codes = expected["error_code_in"]?.array {
      guard let code, codes.contains(code) else { return false }
    }
    if let codes = expected["no_error_code"]?.array, let code, codes.contains(code) { return false }
    guard let result = expected["result"] else { return true }
    guard let actual = reply["result"] else { return false }
    return result == "*" || StdioExpectation.equal(result, actual)
  }

  private static func equal(_ one: JSONValue, _ other: JSONValue) -> Bool {
    if case .object(let members) = one, case .object(let others) = other {
      return members.count == others.count
        && members.members.allSatisfy { member in
          others[member.key].map { equal(member.value, $0) } ?? false
        }
    }
    return one == other || one.int64 != nil && one.int64 == other.int64
  }
}
