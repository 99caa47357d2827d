import Foundation
import JSON
import TaskServer
import Testing
import TestSupport

/// Cancels that meet their requests anywhere between the queue and the reply, saves included.
///
/// `OBJWIRE_FULL=1` runs 10,000 races on each kind of store instead of 500, `OBJWIRE_SEED` one sequence.
@Suite struct CancelRaceTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// Races on one server: scans of more of their objects would take most of the time.
  private static let races = 500
  private static let seeds: [UInt64] = {
    if let seed = environment["OBJWIRE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["OBJWIRE_FULL"] == nil ? 1 : 20))
  }()

  /// Objects that one race adds.
  private static let objectCount = 8

  /// What a client hears, by id.
  private struct Hearing {
    var results: [String: JSONValue] = [:]
    var replyCounts: [String: Int] = [:]
    var slips: [String] = []

    mutating func hear(_ lines: [String]) throws {
      for line in lines {
        let message = try JSONValue(parsing: line)
        for item in message.array ?? [message] { hear(item) }
      }
    }

    private mutating func hear(_ message: JSONValue) {
      if message["method"] != nil {
        let token = message["params"]?["token"]?.string ?? ""
        if replyCounts[token] != nil { slips.append("progress after the reply: \(message.text)") }
        return
      }
      let id = message["id"]?.string ?? ""
      replyCounts[id, default: 0] += 1
      if let result = message["result"] { results[id] = result }
      if let code = message["error"]?["code"]?.int64, code != -32800 { slips.append(message.text) }
    }
  }

  private static func request(_ id: String, _ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(method)","params":{\#(params)}}"#
  }

  private static func cancel(_ id: String) -> String {
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(id)"}}"#
  }

  private static func add(_ id: String, in context: String = "view", save: Bool = true) -> String {
    let objects = repeatElement(#"{"taskDescription":"\#(id)"}"#, count: objectCount)
    return request(
      id, "task.add",
      #""context":"\#(context)","save":\#(save),"workDoneToken":"\#(id)","objects":[\#(objects.joined(separator: ","))]"#
    )
  }

  /// The lines of a race and the ids they carry; the first is the one that is cancelled.
  private static func race(_ number: Int, _ random: inout SeededGenerator) -> (line: String, ids: [String]) {
    let id = "r\(number)"
    switch random.next() % 6 {
    case 0, 1: return (add(id), [id])
    case 2: return (add(id, in: "other"), [id])
    case 3:
      let second = id + "b"
      return ("[\(add(id)),\(request(second, "task.count", ""))]", [id, second])
    case 4:
      let predicate = #""predicate":"taskDescription CONTAINS[cd] 'q' OR finished == YES""#
      return (request(id, "task.count", #"\#(predicate),"workDoneToken":"\#(id)""#), [id])
    default:
      let params =
        #""sort":["taskDescription"],"limit":30,"workDoneToken":"\#(id)","partialResultToken":"\#(id)""#
      return (request(id, "task.fetch", params), [id])
    }
  }

  @Test(arguments: [false, true], seeds)
  func `each request is answered once, and the store holds what was acknowledged`(
    inFile: Bool, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let conversation = try Conversation { configuration in
      configuration.durability = .normal
      if inFile { configuration.storage = .file(directory.path("tasks.sqlite")) }
    }
    _ = try conversation.call("context.create", #"{"name":"other"}"#)
    var hearing = Hearing()
    var asked: [String] = []
    for number in 0..<Self.races {
      let (line, ids) = Self.race(number, &random)
      asked += ids
      let cancel = Self.cancel(ids[0])
      switch random.next() % 8 {
      case 0: try hearing.hear(conversation.sayWithoutWaiting(line, cancel))
      case 1: try hearing.hear(conversation.say(line) + conversation.sayWithoutWaiting(cancel))
      case 2: try hearing.hear(conversation.sayWithoutWaiting(Self.cancel("nobody"), line))
      default:
        try hearing.hear(conversation.sayWithoutWaiting(line))
        Self.spin(random.next() % 3_000)
        try hearing.hear(conversation.sayWithoutWaiting(cancel))
      }
      // Now and then nothing may be left behind in the queues.
      if random.chance(4) { try hearing.hear(conversation.say("")) }
    }
    try hearing.hear(conversation.say(""))
    #expect(hearing.slips.isEmpty, "seed \(seed)")
    #expect(hearing.replyCounts.count == asked.count)
    #expect(asked.allSatisfy { hearing.replyCounts[$0] == 1 }, "seed \(seed)")
    try check(conversation, hearing, seed)
    _ = conversation.server.close()
  }

  /// The store holds every object of each add that was acknowledged, and none of the others.
  private func check(_ conversation: Conversation, _ hearing: Hearing, _ seed: UInt64) throws {
    let acknowledged = hearing.results.filter { $0.value["saved"] != nil }.keys
    let stored = try conversation.call(
      "task.fetch", #"{"resultType":"dictionaries","properties":["taskDescription"]}"#)
    var counts: [String: Int] = [:]
    for object in try #require(stored["dictionaries"]?.array) {
      counts[object["taskDescription"]?.string ?? "", default: 0] += 1
    }
    #expect(Set(counts.keys) == Set(acknowledged), "seed \(seed)")
    #expect(counts.values.allSatisfy { $0 == Self.objectCount })
    for context in ["view", "other"] {
      #expect(try conversation.call("context.status", #"{"context":"\#(context)"}"#)["hasChanges"] == false)
    }
    // Both ends of a race must have been seen, or it was none.
    #expect(!acknowledged.isEmpty && hearing.results.count < hearing.replyCounts.count)
  }

  /// Lets other threads get on for some microseconds.
  private static func spin(_ count: UInt64) {
    var now = ContinuousClock.now
    for _ in 0..<count { now = max(now, ContinuousClock.now) }
  }
}
