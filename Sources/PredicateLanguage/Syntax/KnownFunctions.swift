/// Functions that are called by name in Apple's language; none is supported yet, so each is refused by name.
enum KnownFunctions {
  /// The names in lower case; those with colons take one argument for each.
  static let names: Set<String> = [
    "sum", "average", "count", "min", "max", "median", "mode", "stddev",
    "sqrt", "log", "ln", "exp", "abs", "ceiling", "floor", "trunc", "random", "randomn", "now",
    "uppercase", "lowercase", "length", "canonical", "noindex", "distinct",
    "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:topower:",
    "bitwiseand:with:", "bitwiseor:with:", "bitwisexor:with:", "leftshift:by:", "rightshift:by:",
    "onescomplement", "castobject:totype:", "objectfrom:withindex:", "distancetolocation:fromlocation:",
    "function", "ternary", "fetch",
  ]

  /// Whether a name is one of them, in any case, with or without a colon at its end.
  static func contains(_ name: String) -> Bool {
    let lower = name.lowercased()
    return names.contains(lower) || lower.hasSuffix(":") && names.contains(String(lower.dropLast()))
  }
}
