import PredicateLanguage
enum ValueOrder {
  static func compare(_ a: PredicateValue, _ b: PredicateValue, options: StringOptions) -> Int { 0 }
}
extension PredicateNode { func evaluate(_ f: (Key) -> PredicateValue) -> Bool { true } }
extension ComparisonOperator { var spelling: String { "\(self)" } }
