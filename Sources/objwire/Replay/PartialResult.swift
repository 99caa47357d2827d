import JSON

/// Results that come in pieces ahead of their reply.
enum PartialResult {
  /// The piece that a notification brings; nil if it is another one, or tells of progress only.
  static func piece(_ method: String, _ params: JSONValue) -> JSONValue? {
    guard method == "$/progress", let value = params["value"], value["kind"] == nil else { return nil }
    return value
  }

  /// All pieces as one: where they were cut does not matter.
  static func joined(_ pieces: [JSONValue]) -> JSONValue {
    var lists: [(name: String, elements: [JSONValue])] = []
    for member in pieces.flatMap({ $0.object?.members ?? [] }) {
      if lists.last?.name != member.key { lists.append((member.key, [])) }
      lists[lists.count - 1].elements += member.value.array ?? [member.value]
    }
    var whole = JSONObject()
    for list in lists { whole[list.name] = .array(list.elements) }
    return .object(whole)
  }
}
