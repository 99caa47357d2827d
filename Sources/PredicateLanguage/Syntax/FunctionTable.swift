import Spelling

/// Every function that is called by name, with its spellings and the number of its arguments.
///
/// Parser and printer read this list. Names are those of NSExpression's predefined functions: the short one, and the
/// selector with a colon for each argument, in any case. Source: NSExpression,
/// `expressionForFunction:arguments:`.
enum FunctionTable {
  /// What a function is called with.
  enum Arguments: Hashable, Sendable {
    /// This many values.
    case values(Int)
    /// One collection, or several values that make one.
    case collection
  }

  /// One function.
  struct Entry: Sendable {
    let function: Function
    /// The first is what the printer writes.
    let names: [String]
    let arguments: Arguments
  }

  /// All of them; operators can be called by their selectors too.
  static let entries: [Entry] = [
    Entry(function: .sum, names: ["sum"], arguments: .collection),
    Entry(function: .average, names: ["average"], arguments: .collection),
    Entry(function: .count, names: ["count"], arguments: .collection),
    Entry(function: .minimum, names: ["min"], arguments: .collection),
    Entry(function: .maximum, names: ["max"], arguments: .collection),
    Entry(function: .median, names: ["median"], arguments: .collection),
    Entry(function: .mode, names: ["mode"], arguments: .collection),
    Entry(function: .standardDeviation, names: ["stddev"], arguments: .collection),
    Entry(function: .distinct, names: ["distinct"], arguments: .collection),
    Entry(function: .add, names: ["add:to:"], arguments: .values(2)),
    Entry(function: .subtract, names: ["from:subtract:"], arguments: .values(2)),
    Entry(function: .multiply, names: ["multiply:by:"], arguments: .values(2)),
    Entry(function: .divide, names: ["divide:by:"], arguments: .values(2)),
    Entry(function: .modulus, names: ["modulus:by:"], arguments: .values(2)),
    Entry(function: .power, names: ["raise:toPower:"], arguments: .values(2)),
    Entry(function: .bitwiseAnd, names: ["bitwiseAnd:with:"], arguments: .values(2)),
    Entry(function: .bitwiseOr, names: ["bitwiseOr:with:"], arguments: .values(2)),
    Entry(function: .bitwiseXor, names: ["bitwiseXor:with:"], arguments: .values(2)),
    Entry(function: .leftShift, names: ["leftshift:by:"], arguments: .values(2)),
    Entry(function: .rightShift, names: ["rightshift:by:"], arguments: .values(2)),
    Entry(function: .onesComplement, names: ["onesComplement"], arguments: .values(1)),
    Entry(function: .squareRoot, names: ["sqrt"], arguments: .values(1)),
    Entry(function: .logarithm, names: ["log"], arguments: .values(1)),
    Entry(function: .naturalLogarithm, names: ["ln"], arguments: .values(1)),
    Entry(function: .exponential, names: ["exp"], arguments: .values(1)),
    Entry(function: .absolute, names: ["abs"], arguments: .values(1)),
    Entry(function: .ceiling, names: ["ceiling"], arguments: .values(1)),
    Entry(function: .floor, names: ["floor"], arguments: .values(1)),
    Entry(function: .truncate, names: ["trunc"], arguments: .values(1)),
    Entry(function: .random, names: ["random"], arguments: .values(0)),
    Entry(function: .randomBelow, names: ["randomn"], arguments: .values(1)),
    Entry(function: .uppercase, names: ["uppercase"], arguments: .values(1)),
    Entry(function: .lowercase, names: ["lowercase"], arguments: .values(1)),
    Entry(function: .canonical, names: ["canonical"], arguments: .values(1)),
    Entry(function: .length, names: ["length"], arguments: .values(1)),
    Entry(function: .now, names: ["now"], arguments: .values(0)),
    Entry(function: .noIndex, names: ["noindex"], arguments: .values(1)),
    Entry(function: .cast, names: ["CAST", "castObject:toType:"], arguments: .values(2)),
    Entry(function: .element, names: ["objectFrom:withIndex:"], arguments: .values(2)),
  ]

  /// Functions of Apple's language that are refused by name, in lower case.
  static let unsupported: Set<String> = [
    "function", "fetch", "blockpredicate", "distancetolocation:fromlocation:", "tokenize:using:",
    "indexed:by:",
    "inverseorderkey:",
  ]

  private static let byName: [String: Int] = Dictionary(
    uniqueKeysWithValues: entries.enumerated().flatMap { index, entry in
      entry.names.map { ($0.lowercased(), index) }
    })

  /// The function of a name in any case, with or without a colon at its end.
  static func entry(named name: String) -> Entry? {
    let lower = name.lowercased()
    return (byName[lower] ?? (lower.hasSuffix(":") ? byName[String(lower.dropLast())] : nil)).map {
      entries[$0]
    }
  }

  /// Whether a name is one that is refused.
  static func isUnsupported(_ name: String) -> Bool {
    let lower = name.lowercased()
    return unsupported.contains(lower)
      || lower.hasSuffix(":") && unsupported.contains(String(lower.dropLast()))
  }

  /// What other languages call the same, in lower case, with how it is written here.
  private static let elsewhere: [String: String] = [
    "lower": "lowercase(x)", "tolower": "lowercase(x)", "upper": "uppercase(x)", "toupper": "uppercase(x)",
    "len": "length(x)", "strlen": "length(x)", "char_length": "length(x)", "ceil": "ceiling(x)",
    "mod": "modulus:by:(x, y)", "modulus": "modulus:by:(x, y)", "pow": "x ** y", "power": "x ** y",
    "avg": "average(x)", "log10": "log(x)", "std": "stddev(x)", "rand": "random()", "getdate": "now()",
    "concat": "Texts cannot be joined.", "round": "floor(x + 0.5)", "int": "trunc(x)",
    "substr": "x LIKE \"?a*\"",
    "substring": "x LIKE \"?a*\"", "if": "TERNARY(predicate, x, y)", "iif": "TERNARY(predicate, x, y)",
    "ifnull": "TERNARY(x != nil, x, y)", "coalesce": "TERNARY(x != nil, x, y)",
    "nvl": "TERNARY(x != nil, x, y)",
    "exists": "items.@count > 0", "isnull": "x == nil", "contains": "x CONTAINS y",
    "startswith": "x BEGINSWITH y", "date": "CAST(seconds, \"NSDate\")",
  ]

  /// What was probably meant by a name that is no function's.
  static func hint(for name: String) -> String? {
    if let other = elsewhere[name.lowercased()] { return other.hasSuffix(".") ? other : "Write \(other)." }
    return nearest(to: name).map { "The nearest name is \($0)." }
  }

  /// The function most like a name.
  private static func nearest(to name: String) -> String? {
    let names = entries.flatMap(\.names)
    return NearestName.of(name.lowercased(), in: names.map { $0.lowercased() }).flatMap { lower in
      names.first { sameBytes($0.lowercased(), lower) }
    }
  }

  private static let byFunction = Dictionary(uniqueKeysWithValues: entries.map { ($0.function, $0) })

  /// How a function is called; nil for those that only operators and brackets write.
  static func entry(_ function: Function) -> Entry? { byFunction[function] }
}

extension Function {
  /// How the function is written, for messages.
  public var spelling: String {
    let prefix = OperatorTable.prefixes.first { $0.function == self }?.symbol.rawValue
    let position = OperatorTable.positions.first { $0.function == self }?.word
    return OperatorTable.infix(self)?.text ?? prefix ?? FunctionTable.entry(self)?.names.first ?? position
      ?? "\(self)"
  }
}
