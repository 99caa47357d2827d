import PredicateLanguage
import TestSupport

/// What keys begin with at a place of a predicate, and what they lead from.
struct PhraseRoot {
  /// Nothing for the object itself, `$x` for the element of a SUBQUERY.
  var prefix: String
  var entity: String
}

/// Random predicates over the objects of a world, as text: each part has the kind that its place asks for.
struct RandomPhrase {
  let schema = PredicateWorldSchema.shared
  let features: Set<PhraseFeature>
  /// The objects that arguments can be.
  let world: PredicateWorld
  var random: SeededGenerator
  /// How many named arguments there are.
  var nameCount = 0

  init(_ world: PredicateWorld, features: Set<PhraseFeature>, random: SeededGenerator) {
    self.world = world
    self.features = features
    self.random = random
  }

  /// A predicate for objects of an entity.
  mutating func next(on entity: String) -> Phrase {
    nameCount = 0
    return predicate([PhraseRoot(prefix: "", entity: entity)], 3)
  }

  // MARK: - Predicates

  mutating func predicate(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    guard depth > 0 else { return comparison(roots, 0) }
    switch random.next() % 14 {
    case 0, 1: return compound(random.pick([" AND ", " && ", " and "]), roots, depth)
    case 2, 3: return compound(random.pick([" OR ", " || ", " or "]), roots, depth)
    case 4:
      let part = predicate(roots, depth - 1)
      return ("\(random.pick(["NOT ", "!", "not "]))(\(part))" as Phrase).or(part)
    case 5: return random.chance(4) ? constant() : comparison(roots, depth - 1)
    default: return comparison(roots, depth - 1)
    }
  }

  private mutating func constant() -> Phrase {
    Phrase(random.pick(["TRUEPREDICATE", "FALSEPREDICATE", "truePredicate"]))
  }

  private mutating func compound(_ word: String, _ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let parts = (0..<2 + random.next() % 2).map { _ in predicate(roots, depth - 1) }
    let bracketed = parts.map { "(\($0))" as Phrase }
    var whole = Phrase.joined(random.chance(4) ? parts : bracketed, by: word)
    whole.simpler = parts
    return whole
  }

  /// A comparison; `depth` bounds the terms in it.
  mutating func comparison(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    switch random.next() % 12 {
    case 0, 1: if let phrase = quantified(roots, depth) { return phrase }
    case 2: if let phrase = membership(roots, depth) { return phrase }
    case 3: return objects(roots, depth)
    case 4: if let phrase = subqueryTest(roots, depth) { return phrase }
    case 5: return list(random.pick(PhraseKind.allCases), roots, depth)
    default: break
    }
    return values(
      random.pick([.number, .number, .number, .text, .text, .date, .uuid, .url, .data]), roots, depth)
  }

  // MARK: - Single values

  /// Two values of a kind.
  private mutating func values(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    if kind == .date, features.contains(.function), random.chance(6) {
      // Two requests do not have the same now, so nothing is made of it that a second more or less would change.
      return "\(leaf(.date, roots)) \(random.pick(["<", ">"])) now()"
    }
    let left = term(kind, roots, depth)
    return "\(left) \(against(kind, roots, depth))"
  }

  /// An operator with its right side, for a left side of a kind.
  mutating func against(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    if random.chance(14) { return "\(random.pick(["==", "!=", "=", "<>", "<", ">="])) nil" }
    if random.chance(8) { return between(kind, roots, depth) }
    if kind == .text, random.chance(2) { return textTest(roots, depth) }
    let spelling = random.pick(["==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"])
    return "\(spelling)\(options(kind)) \(term(kind, roots, depth))"
  }

  private mutating func between(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    "BETWEEN {\(term(kind, roots, depth)), \(term(kind, roots, depth))}"
  }

  mutating func options(_ kind: PhraseKind) -> String {
    kind == .text && random.chance(2) ? random.pick(["[c]", "[d]", "[cd]", "[dc]", "[n]", "[CD]"]) : ""
  }

  private mutating func textTest(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let options = options(.text)
    switch random.next() % 6 {
    case 0: return "LIKE\(options) \(literal(likePattern()))"
    case 1: return "MATCHES\(options) \(literal(regularExpression()))"
    case 2: return "LIKE\(options) \(term(.text, roots, depth))"
    default:
      let word = random.pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "IN", "contains"])
      return "\(word)\(options) \(term(.text, roots, depth))"
    }
  }

  private mutating func likePattern() -> String {
    (0..<1 + random.next() % 3).map { _ in
      random.chance(2) ? random.pick(["*", "?", "\\*"]) : random.pick(RandomValue.texts)
    }.joined()
  }

  private mutating func regularExpression() -> String {
    let text = "(?:\\Q" + random.pick(RandomValue.texts) + "\\E)"
    return random.pick(["", ".*", "(a|b)*", "[^a]?"]) + text + random.pick(["", "+", ".?", "\\w*", "|.+"])
  }

  /// A value and a list that is written out.
  private mutating func list(_ kind: PhraseKind, _ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    var elements = (0..<random.next() % 5).map { _ in
      random.chance(2) ? constant(kind) : term(kind, roots, max(0, depth - 1))
    }
    if random.chance(4) { elements.append("nil") }
    let list: Phrase = "{\(Phrase.joined(elements, by: ", "))}"
    let element = term(kind, roots, depth)
    return random.chance(3) && !elements.isEmpty
      ? "\(list) CONTAINS\(options(kind)) \(element)" : "\(element) IN\(options(kind)) \(list)"
  }
}
