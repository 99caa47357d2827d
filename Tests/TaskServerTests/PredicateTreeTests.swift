import JSON
import PredicateLanguage
import TaskServer
import Testing
import TestSupport

@Suite struct PredicateTreeTests {
  @Test(arguments: [
    ("TRUEPREDICATE", #"{"type": "constant", "value": true}"#),
    (
      "NOT a == 1 AND b == nil",
      #"""
      {"type": "and", "parts": [
        {"type": "not", "part": {"type": "comparison", "left": {"type": "key", "path": "a"}, "operator": "==",
          "right": {"type": "value", "format": "1", "value": 1}}},
        {"type": "comparison", "left": {"type": "key", "path": "b"}, "operator": "==",
          "right": {"type": "value", "format": "nil", "value": null}}]}
      """#
    ),
    (
      "a.b LIKE[cd] 'x*' OR SELF IN {1, c}",
      #"""
      {"type": "or", "parts": [
        {"type": "comparison", "left": {"type": "key", "path": "a.b"}, "operator": "LIKE", "options": "cd",
          "right": {"type": "value", "format": "\"x*\"", "value": "x*"}},
        {"type": "comparison", "left": {"type": "self"}, "operator": "IN", "right": {"type": "list", "elements": [
          {"type": "value", "format": "1", "value": 1}, {"type": "key", "path": "c"}]}}]}
      """#
    ),
    (
      "a - 0.5 > %@",
      #"""
      {"type": "comparison", "operator": ">", "right": {"type": "placeholder", "format": "%@"},
        "left": {"type": "function", "name": "subtract", "arguments": [
          {"type": "key", "path": "a"}, {"type": "value", "format": "0.5", "value": 0.5}]}}
      """#
    ),
    (
      "a < $LAST",
      #"""
      {"type": "comparison", "left": {"type": "key", "path": "a"}, "operator": "<",
        "right": {"type": "variable", "name": "LAST"}}
      """#
    ),
    (
      "a BETWEEN {CAST(0, 'NSDate'), CAST('inf', 'NSNumber')}",
      #"""
      {"type": "comparison", "left": {"type": "key", "path": "a"}, "operator": "BETWEEN",
        "right": {"type": "list", "elements": [
          {"type": "value", "format": "CAST(0, \"NSDate\")", "value": {"$date": "2001-01-01T00:00:00Z"}},
          {"type": "value", "format": "CAST(\"inf\", \"NSNumber\")"}]}}
      """#
    ),
  ])
  func `a predicate is a tree of nodes with types`(_ predicate: String, _ tree: String) throws {
    let node = try ParsedPredicate(parsing: predicate)
    #expect(PredicateTree.json(node) == (try JSONValue(parsing: tree)))
  }

  @Test func `how a list takes part is said`() throws {
    let tags = ValueTerm.key(PropertyPath(["tags"]))
    for (modifier, text) in [(.any, "any"), (.all, "all"), (.direct, nil)]
      as [(ComparisonModifier, String?)]
    {
      let node = ParsedPredicate.comparison(
        Comparison(modifier: modifier, tags, .equal, .constant(.integer(1))))
      #expect(PredicateTree.json(node)["modifier"]?.string == text)
    }
  }

  @Test(arguments: PredicateValue.Kind.allCases)
  func `the value of a constant can be given as an argument`(_ kind: PredicateValue.Kind) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let value = RandomValue.value(kind, &random)
      let node = ParsedPredicate.comparison(Comparison(.key(PropertyPath(["a"])), .equal, .constant(value)))
      let right = try #require(PredicateTree.json(node)["right"])
      let json = right["value"] ?? .array(right["elements"]?.array?.compactMap { $0["value"] } ?? [])
      let arguments = try WireArguments.read(.array([json]), settings: WireSettings(timeZone: "UTC"))
      #expect(arguments == PredicateArguments([value]), "seed \(seed)")
    }
  }
}
