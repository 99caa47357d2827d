import PredicateLanguage
import TestSupport

extension RandomPhrase {
  /// A value of a kind.
  mutating func term(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    guard depth > 0, random.chance(2) else { return leaf(kind, roots) }
    let built = random.chance(3) ? anyTerm(kind, roots, depth - 1) : nil
    if let built { return built }
    return switch kind {
    case .number: number(roots, depth - 1)
    case .text: text(roots, depth - 1)
    case .date: date(roots, depth - 1)
    case .uuid, .url, .data: identifier(kind, roots)
    }
  }

  /// A UUID, a URI or bytes, sometimes by way of its text.
  private mutating func identifier(_ kind: PhraseKind, _ roots: [PhraseRoot]) -> Phrase {
    let plain = leaf(kind, roots)
    guard features.contains(.cast), kind != .data, random.chance(2), let key = key(kind, roots) else {
      return plain
    }
    let type = kind == .uuid ? "NSUUID" : "NSURL"
    return ("CAST(CAST(\(key), 'NSString'), '\(type)')" as Phrase).or(key)
  }

  /// A key, a literal or an argument.
  mutating func leaf(_ kind: PhraseKind, _ roots: [PhraseRoot]) -> Phrase {
    if !random.chance(3), let key = key(kind, roots) { return key.or(constant(kind)) }
    return random.chance(2) ? constant(kind) : argument(kind, roots)
  }

  /// What there is for every kind of values.
  private mutating func anyTerm(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    switch random.next() % 5 {
    case 0 where features.contains(.ternary):
      let (yes, no) = (term(kind, roots, depth), term(kind, roots, depth))
      return ("TERNARY(\(predicate(roots, min(depth, 1))), \(yes), \(no))" as Phrase).or(yes, no)
    case 1 where features.contains(.function):
      let inner = term(kind, roots, depth)
      return ("noindex(\(inner))" as Phrase).or(inner)
    case 2 where features.contains(.index):
      guard let object = indexed(roots), let name = attribute(kind, of: object.entity) else { return nil }
      return "\(object.phrase).\(name)"
    case 3 where features.contains(.index) && !random.chance(3):
      let elements = (0..<1 + random.next() % 3).map { _ in term(kind, roots, depth) }
      // What is known to be beyond the end has no kind any more, which only dates mind.
      let places = kind == .date ? ["0", "FIRST", "LAST"] : ["0", "1", "2", "FIRST", "LAST", "-1"]
      let place = random.pick(places)
      return ("{\(Phrase.joined(elements, by: ", "))}[\(place)]" as Phrase).or(elements[0])
    case 4 where kind != .uuid && kind != .url && kind != .data:
      return extreme(kind, roots, depth)
    default: return nil
    }
  }

  /// The least or greatest of some values.
  private mutating func extreme(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    if features.contains(.listFunction), random.chance(4) {
      let (left, right) = (term(kind, roots, depth), term(kind, roots, depth))
      return ("\(random.pick(["min", "max", "mode"]))(\(left), \(right))" as Phrase).or(left, right)
    }
    if features.contains(.listFunction), random.chance(2) {
      guard let bag = bag(kind, roots) else { return nil }
      return "\(random.pick(["min", "max", "MAX"]))(\(bag))"
    }
    guard features.contains(.collectionOperator) else { return nil }
    return operated(random.pick(["@min", "@max"]), kind, roots)
  }

  // MARK: - Numbers

  private mutating func number(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    switch random.next() % 12 {
    case 0, 1, 2: return arithmetic(roots, depth)
    case 3 where features.contains(.power): return bits(roots, depth)
    case 4, 5: if features.contains(.function) { return numberFunction(roots, depth) }
    case 6, 7: if let phrase = count(roots, depth) { return phrase }
    case 8:
      if features.contains(.collectionOperator),
        let sum = operated(random.pick(["@sum", "@avg"]), .number, roots)
      {
        return sum
      }
    case 9: if features.contains(.listFunction), let phrase = statistic(roots, depth) { return phrase }
    case 10 where features.contains(.cast): return castNumber(roots, depth)
    default: break
    }
    return leaf(.number, roots)
  }

  private mutating func arithmetic(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let left = term(.number, roots, depth)
    if random.chance(6) { return ("-(\(left))" as Phrase).or(left) }
    let right = term(.number, roots, depth)
    let sign = random.pick([" + ", " - ", "*", " / "])
    return (random.chance(2) ? "(\(left)\(sign)\(right))" as Phrase : "\(left)\(sign)\(right)").or(
      left, right)
  }

  private mutating func bits(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let left = term(.number, roots, depth)
    if random.chance(6) { return ("~(\(left))" as Phrase).or(left) }
    let right = term(.number, roots, depth)
    let sign = random.pick(["&", "|", "^", "<<", ">>", "**", "**"])
    // Without parentheses the sign of a number would be taken after the power.
    return ("((\(left)) \(sign) \(right))" as Phrase).or(left, right)
  }

  private mutating func numberFunction(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    if random.chance(4) {
      let inner = term(.text, roots, depth)
      return "length(\(inner))"
    }
    let first = term(.number, roots, depth)
    if random.chance(2) {
      let name = random.pick(["abs", "ceiling", "floor", "trunc", "sqrt", "exp", "ln", "log", "ABS"])
      return ("\(name)(\(first))" as Phrase).or(first)
    }
    let second = term(.number, roots, depth)
    var names = ["add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:"]
    names += ["bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:"]
    return ("\(random.pick(names))(\(first), \(second))" as Phrase).or(first, second)
  }

  private mutating func count(_ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    switch random.next() % 6 {
    case 0 where features.contains(.listFunction):
      guard let bag = objectBag(roots)?.phrase else { return nil }
      return "count(\(bag))"
    case 1 where features.contains(.index):
      guard let bag = orderedPath(roots) else { return nil }
      return "\(bag.phrase)[SIZE]"
    case 2, 3:
      guard features.contains(.subquery), let query = subquery(roots, depth) else { return nil }
      return "\(query.phrase).@count"
    case 4 where features.contains(.setOperator):
      guard let sets = setTerm(roots) else { return nil }
      return "\(sets).@count"
    default:
      guard features.contains(.collectionOperator), let bag = objectBag(roots)?.phrase else { return nil }
      return "\(bag).@count"
    }
  }

  private mutating func statistic(_ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    let names = ["sum", "average", "min", "max", "median", "mode", "stddev", "count", "SUM"]
    if random.chance(3) {
      let elements = (0..<2 + random.next() % 2).map { _ in term(.number, roots, depth) }
      return ("\(random.pick(names))(\(Phrase.joined(elements, by: ", ")))" as Phrase).or(elements[0])
    }
    if random.chance(5) {
      let elements = (0..<random.next() % 4).map { _ in term(.number, roots, depth) }
      return "\(random.pick(names))({\(Phrase.joined(elements, by: ", "))})"
    }
    guard let bag = bag(.number, roots) else { return nil }
    return "\(random.pick(names))(\(bag))"
  }

  /// A cast of what is no literal: of one it is known at once whether it says a number.
  private mutating func castNumber(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let type = random.pick(["NSNumber", "NSNumber", "NSDecimalNumber"])
    switch random.next() % 4 {
    case 0:
      guard let text = key(.text, roots) else { return leaf(.number, roots) }
      return "CAST(\(text), '\(type)')"
    case 1:
      return "CAST(CAST(\(term(.number, roots, depth)), 'NSString'), 'NSNumber')"
    case 2: return "CAST(\(term(.date, roots, depth)), 'NSNumber')"
    default: return "CAST(\(key(.number, roots) ?? "medium"), '\(type)')"
    }
  }

  // MARK: - Texts and dates

  private mutating func text(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let inner = term(.text, roots, depth)
    guard features.contains(.function), !random.chance(4) else {
      guard features.contains(.cast) else { return inner }
      return "CAST(\(term(random.pick([.text, .number, .number, .uuid, .url]), roots, depth)), 'NSString')"
    }
    return ("\(random.pick(["uppercase", "lowercase", "canonical"]))(\(inner))" as Phrase).or(inner)
  }

  private mutating func date(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let inner = term(.date, roots, depth)
    if features.contains(.cast), random.chance(3) {
      return ("CAST(\(term(.number, roots, depth)), 'NSDate')" as Phrase).or(inner)
    }
    return ("(\(inner) \(random.pick(["+", "-"])) (\(term(.number, roots, depth))))" as Phrase).or(inner)
  }
}
