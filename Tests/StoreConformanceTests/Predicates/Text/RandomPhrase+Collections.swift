import PredicateLanguage
import TestSupport

extension RandomPhrase {
  /// ANY, SOME, ALL or NONE of some values or objects.
  mutating func quantified(_ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    guard features.contains(.quantifier) else { return nil }
    let word = random.pick(["ANY", "SOME", "ALL", "NONE", "any"])
    if random.chance(4) {
      guard let objects = objectBag(roots) else { return nil }
      return "\(word) \(objects.phrase) \(againstObject(roots))"
    }
    let kind = random.pick([PhraseKind.number, .number, .text, .text, .date, .uuid, .url])
    let isSet = features.contains(.setOperator) && random.chance(10)
    guard let bag = isSet ? valueSet(kind, roots) : bag(kind, roots) else { return nil }
    if random.chance(6) { return "\(word) \(bag) IN {\(constant(kind)), \(constant(kind)), nil}" }
    return "\(word) \(bag) \(against(kind, roots, depth))"
  }

  /// A value in a collection.
  mutating func membership(_ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    guard features.contains(.membership) else { return nil }
    let element: Phrase
    let collection: Phrase
    if random.chance(2) {
      guard let objects = objectBag(roots) else { return nil }
      element = object(roots)
      collection = objects.phrase
    } else {
      let kind = random.pick([PhraseKind.number, .text, .date, .uuid])
      guard let bag = bag(kind, roots) else { return nil }
      element = term(kind, roots, depth)
      collection = bag
    }
    return random.chance(2) ? "\(element) IN \(collection)" : "\(collection) CONTAINS \(element)"
  }

  // MARK: - Objects

  /// Two objects, or one and a list of them.
  mutating func objects(_ roots: [PhraseRoot], _ depth: Int) -> Phrase {
    let left = random.chance(4) ? object(roots) : objectKey(roots)
    return "\(left) \(againstObject(roots))"
  }

  private mutating func againstObject(_ roots: [PhraseRoot]) -> Phrase {
    switch random.next() % 6 {
    case 0: return "\(random.pick(["==", "!="])) nil"
    case 1:
      let elements = (0..<random.next() % 4).map { _ in object(roots) }
      return "IN {\(Phrase.joined(elements, by: ", "))}"
    case 2:
      let labels = world.labels(of: random.pick(["Thing", "Tag"]))
      let some = (0..<random.next() % 4).map { _ in PhraseArgument.object(random.pick(labels)) }
      return "IN \(Phrase(pieces: [.positional("%@", .list(some))]))"
    default: return "\(random.pick(["==", "!=", "="])) \(object(roots))"
    }
  }

  private mutating func object(_ roots: [PhraseRoot]) -> Phrase {
    if features.contains(.index), random.chance(6), let indexed = indexed(roots) { return indexed.phrase }
    if features.contains(.ternary), random.chance(10) {
      let (yes, no) = (objectKey(roots), objectKey(roots))
      return ("TERNARY(\(comparison(roots, 0)), \(yes), \(no))" as Phrase).or(yes, no)
    }
    guard random.chance(3) else { return objectKey(roots) }
    let label = random.pick(world.objects).label
    return random.chance(3)
      ? named(.object(label), roots) : Phrase(pieces: [.positional("%@", .object(label))])
  }

  // MARK: - SUBQUERY

  /// A test of what a SUBQUERY finds.
  mutating func subqueryTest(_ roots: [PhraseRoot], _ depth: Int) -> Phrase? {
    guard features.contains(.subquery), let query = subquery(roots, max(0, depth - 1)) else { return nil }
    let spelling = random.pick([" > ", " == ", " != ", " <= "])
    return "\(query.phrase).@count\(spelling)\(random.pick(["0", "0", "1", "2"]))"
  }

  /// `SUBQUERY(path, $x, predicate)`; the name is often one that is in use already.
  mutating func subquery(_ roots: [PhraseRoot], _ depth: Int) -> ObjectPhrase? {
    guard roots.count < 3, let path = objectPath(roots) else { return nil }
    let prefix = random.pick(["$x", "$x", "$y"])
    let inner = roots.filter { $0.prefix != prefix } + [PhraseRoot(prefix: prefix, entity: path.entity)]
    let test = predicate(inner, min(depth, 2))
    let phrase: Phrase = "SUBQUERY(\(path.phrase), \(prefix), \(test))"
    return ObjectPhrase(
      phrase: phrase.or("SUBQUERY(\(path.phrase), \(prefix), TRUEPREDICATE)"), entity: path.entity)
  }
}
