/// How deep SQLite's parser has to go.
///
/// It keeps at most 100 unfinished symbols and refuses more ("parser stack overflow"); a predicate may be nested
/// deeper. Many parts of one AND or OR are no problem, since they become a balanced tree.
extension SQLText {
  /// The deepest condition that is written; leaves room for the statement around it.
  static let nestingLimit = 78

  /// The deepest argument of a function in a condition.
  static let argumentNestingLimit = nestingLimit - Weight.call.rawValue

  /// Most symbols that are unfinished before what a bracket holds is.
  private enum Weight: Int {
    /// `( expression AND expression IS`
    case parenthesis = 5
    /// `name ( distinct list , expression IS`
    case call = 7
    /// `( SELECT distinct list from WHERE expression AND expression IS`
    case selection = 10
    /// `CASE operand WHEN expression THEN`, and what is compared
    case alternatives = 8
  }

  /// The most unfinished symbols, counted a little too high rather than too low.
  var nesting: Int {
    var (depth, deepest) = (0, 0)
    var open: [Int] = []
    func push(_ weight: Weight) {
      open.append(weight.rawValue)
      depth += weight.rawValue
      deepest = max(deepest, depth)
    }
    var rest = text.utf8[...]
    var isWord = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): rest = rest.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      case UInt8(ascii: "("):
        push(rest.starts(with: "SELECT ".utf8) ? .selection : isWord ? .call : .parenthesis)
      case UInt8(ascii: "C") where !isWord && rest.starts(with: "ASE ".utf8): push(.alternatives)
      case UInt8(ascii: ")"): depth -= open.popLast() ?? 0
      case UInt8(ascii: "E") where !isWord && rest.starts(with: "ND".utf8): depth -= open.popLast() ?? 0
      default: break
      }
      isWord = byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return deepest
  }
}
