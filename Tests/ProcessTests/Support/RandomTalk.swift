import JSON
import TestSupport

/// A client that says random things, several at a time, and reads every reply before it goes on.
final class RandomTalk {
  private let process: ChildProcess
  private let isHeaderFramed: Bool
  private var random: SeededGenerator
  private var lastID = 0
  private var contexts = ["view"]
  private var contextCount = 0
  /// Texts that name tasks, of this client's and of the server's making.
  private var uuids = ["U0", "U1", "U2"]
  private var objectIDs = ["x-coredata://nobody/Task/p1"]
  /// Params of fetches that can be continued, cursors included.
  private var continuations: [String] = []
  /// Params of fetches by their ids, without their ends.
  private var fetches: [Int64: String] = [:]

  init(_ process: ChildProcess, isHeaderFramed: Bool, random: SeededGenerator) {
    self.process = process
    self.isHeaderFramed = isHeaderFramed
    self.random = random
  }

  /// Says and hears everything, to the end of the process.
  func run(rounds: Int) throws -> ChildProcess.Ending {
    try say([request("initialize", #"{"capabilities":{"didSave":true}}"#)])
    for _ in 0..<rounds { try say((0...random.next() % 12).map { _ in message() }) }
    for context in contexts { try say([request("task.count", #"{"context":"\#(context)"}"#)]) }
    process.closeInput()
    _ = try process.readToEnd()
    return try process.wait()
  }

  // MARK: The stream

  private struct Spoken {
    let text: String
    let isAnswered: Bool
    /// Whether it is framed already.
    var isRaw = false
  }

  private func say(_ messages: [Spoken]) throws {
    let texts = messages.map { message in
      isHeaderFramed ? message.isRaw ? message.text : HeaderFramed.message(message.text) : message.text + "\n"
    }
    try process.send(bytes: Array(texts.joined().utf8))
    var missing = messages.count { $0.isAnswered }
    while missing > 0 {
      let message = try JSONValue(parsing: try readMessage())
      guard message["method"] == nil else { continue }
      missing -= 1
      for reply in message.array ?? [message] { learn(reply) }
    }
  }

  private func readMessage() throws -> String {
    let line = try process.readLine()
    guard isHeaderFramed else { return line }
    _ = try process.readLine()
    let length = Int(line.filter(\.isNumber)) ?? 0
    return String(decoding: try process.read(count: length), as: UTF8.self)
  }

  private func learn(_ reply: JSONValue) {
    guard let result = reply["result"] else { return }
    for object in [result] + (result["objects"]?.array ?? []).prefix(3) {
      if let uuid = object["uuid"]?.string, uuids.count < 40 { uuids.append(uuid) }
      if let id = object["$objectID"]?.string, objectIDs.count < 40 { objectIDs.append(id) }
    }
    if let cursor = result["nextCursor"]?.string, let id = reply["id"]?.int64, let fetch = fetches[id] {
      continuations.append(fetch + #","cursor":"\#(cursor)"}"#)
    }
  }

  // MARK: What is said

  private func message() -> Spoken {
    switch random.next() % 20 {
    case 0: nonsense()
    case 1, 2, 3: batch()
    default: call()
    }
  }

  private func request(_ method: String, _ params: String) -> Spoken {
    lastID += 1
    return Spoken(
      text: #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#, isAnswered: true)
  }

  private func notification(_ method: String, _ params: String) -> Spoken {
    Spoken(text: #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#, isAnswered: false)
  }

  private func nonsense() -> Spoken {
    let lineEnd = isHeaderFramed ? "\n" : "\r"
    var choices = [
      ("nonsense", true), ("[]", true), (#"{"jsonrpc":"2.0","id":7}"#, true), (#"1,"from":"server""#, true),
      (#"{"jsonrpc":"2.0","id":7,"result":1}"#, false),
      (
        #"{"jsonrpc":"2.0","id":8,"method":"task.add","params":{"values":{"taskDescription":"x\#(lineEnd)y"},"save":true}}"#,
        true
      ),
    ]
    if isHeaderFramed { choices.append(("Content-Length: 3\r\n\r\n{\"a\":1}", true)) }
    let (text, isAnswered) = random.pick(choices)
    return Spoken(text: text, isAnswered: isAnswered, isRaw: text.hasPrefix("Content-Length"))
  }

  private func batch() -> Spoken {
    let items = (0...random.next() % 5).map { _ in
      random.chance(12) ? Spoken(text: random.pick(["7", "[]", "{}"]), isAnswered: true) : call()
    }
    return Spoken(
      text: "[" + items.map(\.text).joined(separator: ",") + "]",
      isAnswered: items.contains(where: \.isAnswered))
  }

  private func call() -> Spoken {
    switch random.next() % 24 {
    case 0...5: change()
    case 6, 7: fetch()
    case 8: request("task.count", "{\(context)}")
    case 9: request("task.get", #"{"uuid":"\#(random.pick(uuids))",\#(context)}"#)
    case 10: request("task.get", #"{"objectID":"\#(random.pick(objectIDs))",\#(context)}"#)
    case 11, 12, 13: save()
    case 14: request(random.pick(["context.rollback", "context.reset"]), "{\(context)}")
    case 15: create()
    case 16: close()
    case 17: request(random.pick(["server.status", "store.info", "context.list", "nothing"]), "{}")
    case 18: request("server.ping", #"{"a": [1.50, "\#(random.pick(uuids))"]}"#)
    case 19, 20:
      notification("$/cancelRequest", #"{"id":\#(max(0, lastID - Int(random.next() % 4)))}"#)
    case 21: request("settings.set", #"{"values":{"automaticallySort":true},"save":true,\#(context)}"#)
    case 22: request("object.fetch", #"{"entity":"Category",\#(context)}"#)
    default: request("task.add", #"{"values":{"category":"x"},\#(context)}"#)
    }
  }

  private var context: String {
    #""context":"\#(random.chance(25) ? "nobody" : random.pick(contexts))""#
  }

  /// The last members of a request that changes something.
  private var end: String {
    random.pick(["", #","save":true"#, #","save":true"#]) + (random.chance(3) ? #","workDoneToken":"w""# : "")
  }

  private func change() -> Spoken {
    let text = random.pick(["milk", "Zoë", "a", ""])
    let values = #"{"taskDescription":"\#(text)","category":\#(random.next() % 4)}"#
    let target = random.pick([
      #""uuid":"\#(random.pick(uuids))""#, #""predicate":"category == \#(random.next() % 4)""#,
      #""objectID":"\#(random.pick(objectIDs))""#,
    ])
    let (method, params) = random.pick([
      ("task.add", #""values":\#(values)"#),
      ("task.add", #""values":{"uuid":"U\#(random.next() % 30)","category":1}"#),
      (
        "task.add",
        #""objects":[\#(Array(repeating: values, count: random.chance(6) ? 400 : 2).joined(separator: ","))]"#
      ),
      ("task.update", #"\#(target),"values":\#(values)"#),
      ("task.delete", random.chance(4) ? target : #""uuid":"\#(random.pick(uuids))""#),
      ("category.add", #""values":{"categoryName":"\#(text)"}"#),
    ])
    let whole = "{\(params),\(context)\(end)}"
    return random.chance(4) ? notification(method, whole) : request(method, whole)
  }

  private func save() -> Spoken {
    let params = "{\(context)\(random.chance(3) ? #","workDoneToken":"w""# : "")}"
    return random.chance(4) ? notification("context.save", params) : request("context.save", params)
  }

  private func fetch() -> Spoken {
    if random.chance(2), let params = continuations.popLast() { return request("task.fetch", params) }
    let sort = random.pick(["", #","sort":["-category","uuid"]"#, #","sort":["taskDescription"]"#])
    let limit = random.chance(2) ? #","limit":\#(1 + random.next() % 5)"# : ""
    let params = "{" + context + sort + limit
    let partial = limit.isEmpty && random.chance(2) ? #","partialResultToken":"p\#(lastID)""# : ""
    fetches[Int64(lastID + 1)] = params
    return request("task.fetch", params + partial + "}")
  }

  private func create() -> Spoken {
    contextCount += 1
    if contexts.count < 5 { contexts.append("c\(contextCount)") }
    return request(
      "context.create", #"{"name":"\#(random.chance(4) ? "view" : contexts[contexts.count - 1])"}"#)
  }

  /// No context is made again under the name.
  private func close() -> Spoken {
    let name = random.pick(contexts)
    contexts.removeAll { $0 == name && $0 != "view" }
    return request("context.close", #"{"context":"\#(name)"}"#)
  }
}
