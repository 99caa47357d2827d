import PredicateLanguage

extension Completer {
  /// The comparison operators that take the left side.
  mutating func addComparisons(_ left: ValueTerm<PropertyPath>, _ modifier: ComparisonModifier) {
    let left = bound(left)
    let type = type(of: left)
    let isText = type.type == .text
    let fitting = ComparisonOperator.allCases.filter { accepts(type, $0, modifier) }
    for candidate in fitting.sorted(by: { $0.order(isText) < $1.order(isText) }) {
      list.add(.init(candidate.spelling, .operator), .key)
    }
    if type.isCollection, modifier == .direct, left.listCount == nil {
      list.add(.init(".@count", .collectionOperator, type: "Number"), .variable)
    }
  }

  /// Whether there is anything that a left side could be compared with.
  private func accepts(
    _ left: BoundType, _ candidate: ComparisonOperator, _ modifier: ComparisonModifier
  ) -> Bool {
    let (completer, samples) = with(left, left.element)
    var rights: [ValueTerm<BoundKeyPath>] = [samples[1], .aggregate([samples[1], samples[1]])]
    // What is null is compared by these alone, whatever the checks let pass.
    if candidate == .equal || candidate == .notEqual { rights.append(.constant(.null)) }
    return rights.contains { completer.compares(samples[0], candidate, modifier, with: $0) }
  }

  /// The operators between values that take the left side.
  mutating func addInfixes(_ left: ValueTerm<PropertyPath>, _ functions: [Function]) {
    let type = type(of: bound(left))
    let (completer, samples) = with(type, type)
    for function in functions where completer.takes(function, samples) {
      list.add(.init(function.spelling, .operator), .function)
    }
  }
}

extension ComparisonOperator {
  /// What comes first: for texts, what looks into them.
  fileprivate func order(_ isText: Bool) -> Int {
    let forTexts: [ComparisonOperator] = [
      .equal, .notEqual, .contains, .beginsWith, .endsWith, .like, .matches, .in,
    ]
    let plain = ComparisonOperator.allCases
    let place = isText ? forTexts.firstIndex(of: self) : nil
    return place ?? plain.count + (plain.firstIndex(of: self) ?? 0)
  }
}
