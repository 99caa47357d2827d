import JSON

/// Compares replies, all but what may differ between two runs.
struct ReplyComparison {
  /// Members that say how a process or a machine is doing, by method; `*` is every element of an array.
  private static let varying: [String: [String]] = [
    "server.status": [
      "/result/version", "/result/uptime", "/result/memory", "/result/queues", "/result/methods",
      "/result/traffic", "/result/log", "/result/contexts/*/queuedRequests",
    ],
    "store.info": ["/result/path", "/result/sizes"], "store.migrationPlan": ["/result/done"],
    "initialize": ["/result/serverInfo/version"],
  ]
  /// Members that say what contexts are doing, and depend on the moment while any is at work.
  private static let varyingBesideWork: [String: [String]] = [
    "server.status": ["/result/contexts", "/result/counts"], "store.info": ["/result/counts"],
    "context.list": ["/result"],
  ]
  /// What an unknown context may have been meant to be depends on those that are there at the moment.
  private static let varyingGuesses = ["/error/message", "/error/data/nearest"]

  var names = ReplayNames()

  /// The first difference in the order of the recorded members; nil if there is none.
  ///
  /// - Parameter isAlone: whether no context was at work.
  mutating func difference(
    _ recorded: JSONValue, _ new: JSONValue, of method: String? = nil, isAlone: Bool = true
  ) -> ReplayDifference? {
    let tables = isAlone ? [Self.varying] : [Self.varying, Self.varyingBesideWork]
    var skipped = method.map { method in tables.flatMap { $0[method] ?? [] } } ?? []
    if recorded["error"]?["data"]?["kind"]?.string == "context.unknown" { skipped += Self.varyingGuesses }
    return difference(recorded, new, at: [], Set(skipped))
  }

  private mutating func difference(
    _ recorded: JSONValue?, _ new: JSONValue?, at path: [String], _ skipped: Set<String>
  ) -> ReplayDifference? {
    if !skipped.isEmpty, skipped.contains(Self.pattern(path)) { return nil }
    switch (recorded, new) {
    case (.object(let one), .object(let other)): return difference(one, other, at: path, skipped)
    case (.array(let one), .array(let other)):
      for index in 0..<max(one.count, other.count) {
        let found = difference(
          index < one.count ? one[index] : nil, index < other.count ? other[index] : nil,
          at: path + [String(index)], skipped)
        if let found { return found }
      }
      return nil
    case (.string(let one), .string(let other)):
      if path.last == "nextCursor" {
        names.learn(cursor: one, other)
        return nil
      }
      if names.isSame(one, other) { return nil }
    case (let one, let other): if one == other { return nil }
    }
    return ReplayDifference(pointer: Self.pointer(path), recorded: recorded, new: new)
  }

  private mutating func difference(
    _ recorded: JSONObject, _ new: JSONObject, at path: [String], _ skipped: Set<String>
  ) -> ReplayDifference? {
    // By bytes: two spellings of a letter are two keys.
    let indices = Dictionary(
      new.members.enumerated().map { (Array($1.key.utf8), $0) }, uniquingKeysWith: { $1 })
    var isMet = new.members.map { _ in false }
    var unknown: [JSONObject.Member] = []
    for member in recorded.members {
      guard let index = indices[Array(names.translated(member.key).utf8)] else {
        unknown.append(member)
        continue
      }
      isMet[index] = true
      let value = new.members[index].value
      if let found = difference(member.value, value, at: path + [member.key], skipped) { return found }
    }
    let rest = zip(new.members, isMet).filter { !$1 }.map(\.0)
    return differenceOfNewKeys(unknown, rest, at: path, skipped)
  }

  /// Keys can be names, too: those that are not known yet are taken in their order.
  private mutating func differenceOfNewKeys(
    _ recorded: [JSONObject.Member], _ new: [JSONObject.Member], at path: [String], _ skipped: Set<String>
  ) -> ReplayDifference? {
    for index in 0..<max(recorded.count, new.count) {
      guard index < recorded.count, index < new.count, names.isSame(recorded[index].key, new[index].key)
      else {
        let (one, other) = (recorded.dropFirst(index).first, new.dropFirst(index).first)
        let key = one?.key ?? other?.key ?? ""
        if skipped.contains(Self.pattern(path + [key])) { continue }
        return ReplayDifference(
          pointer: Self.pointer(path + [key]), recorded: one?.value, new: one == nil ? other?.value : nil)
      }
      let found = difference(
        recorded[index].value, new[index].value, at: path + [recorded[index].key], skipped)
      if let found { return found }
    }
    return nil
  }

  /// Source: RFC 6901.
  private static func pointer(_ path: [String]) -> String {
    path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  private static func pattern(_ path: [String]) -> String {
    path.map { Int($0) == nil ? "/" + $0 : "/*" }.joined()
  }
}
