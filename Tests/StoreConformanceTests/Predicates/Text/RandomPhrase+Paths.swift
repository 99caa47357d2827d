import PredicateLanguage
import TestSupport

/// A path to objects: its text and the entity they are of.
struct ObjectPhrase {
  var phrase: Phrase
  var entity: String
}

extension RandomPhrase {
  /// The root that keys begin with: mostly the innermost one.
  private mutating func root(_ roots: [PhraseRoot]) -> PhraseRoot {
    random.chance(3) ? random.pick(roots) : roots[roots.count - 1]
  }

  /// An attribute of a kind at the end of up to three to-one relationships; nil if there happens to be none.
  mutating func key(_ kind: PhraseKind, _ roots: [PhraseRoot]) -> Phrase? {
    let root = root(roots)
    let (steps, entity) = toOnes(from: root.entity, random.pick([0, 0, 0, 1, 1, 2, 3]))
    guard let name = attribute(kind, of: entity) else { return nil }
    return path(root, steps + [name])
  }

  mutating func attribute(_ kind: PhraseKind, of entity: String) -> String? {
    let names = schema[entity].names(kind)
    return names.isEmpty ? nil : random.pick(names)
  }

  /// An object at the end of to-one relationships, or one itself.
  mutating func objectKey(_ roots: [PhraseRoot]) -> Phrase {
    let root = root(roots)
    let (steps, _) = toOnes(from: root.entity, random.pick([0, 1, 1, 2]))
    return path(root, steps)
  }

  private mutating func toOnes(from entity: String, _ count: Int) -> (steps: [String], entity: String) {
    var (steps, entity) = ([String](), entity)
    for _ in 0..<count {
      guard !schema[entity].toOnes.isEmpty else { break }
      let step = random.pick(schema[entity].toOnes)
      steps.append(step.name)
      entity = step.entity
    }
    return (steps, entity)
  }

  /// Steps as they can be written: with SELF, through `%K`, with a mark before a key that looks like a word.
  mutating func path(_ root: PhraseRoot, _ steps: [String]) -> Phrase {
    guard !steps.isEmpty else { return Phrase(root.prefix.isEmpty ? "SELF" : root.prefix) }
    let text = steps.joined(separator: ".")
    if !root.prefix.isEmpty { return Phrase(root.prefix + "." + text) }
    switch random.next() % 12 {
    case 0: return Phrase("SELF." + text)
    case 1: return Phrase(pieces: [.positional("%K", .value(.string(text)))])
    case 2: return Phrase("#" + text)
    default: return Phrase(text)
    }
  }

  // MARK: - Collections

  /// A path through one or two to-many relationships to objects.
  mutating func objectPath(_ roots: [PhraseRoot]) -> ObjectPhrase? {
    if features.contains(.index), random.chance(10), let object = indexed(roots),
      !schema[object.entity].toManys.isEmpty
    {
      let step = random.pick(schema[object.entity].toManys)
      return ObjectPhrase(phrase: "\(object.phrase).\(step.name)", entity: step.entity)
    }
    let root = root(roots)
    var (steps, entity) = toOnes(from: root.entity, random.pick([0, 0, 0, 1]))
    for _ in 0..<(random.chance(4) ? 2 : 1) {
      guard !schema[entity].toManys.isEmpty else { break }
      let step = random.pick(schema[entity].toManys)
      steps.append(step.name)
      entity = step.entity
    }
    guard steps.contains(where: isToMany) else { return nil }
    return ObjectPhrase(phrase: path(root, steps), entity: entity)
  }

  private func isToMany(_ step: String) -> Bool {
    ["children", "tags", "things", "peers", "items", "secrets"].contains(step)
  }

  /// Objects: a path, or what a SUBQUERY leaves of one.
  mutating func objectBag(_ roots: [PhraseRoot]) -> ObjectPhrase? {
    if features.contains(.subquery), random.chance(6) { return subquery(roots, 0) }
    if features.contains(.setOperator), random.chance(12) { return objectSet(roots) }
    return objectPath(roots)
  }

  /// Values of a kind behind a to-many relationship.
  mutating func bag(_ kind: PhraseKind, _ roots: [PhraseRoot]) -> Phrase? {
    guard let objects = objectBag(roots) else { return nil }
    let (steps, entity) = toOnes(from: objects.entity, random.pick([0, 0, 0, 1]))
    guard let name = attribute(kind, of: entity) else { return nil }
    let path = (steps + [name]).joined(separator: ".")
    if features.contains(.collectionOperator), random.chance(6) {
      let words = ["@distinctUnionOfObjects", "@unionOfObjects", "@distinctUnionOfSets", "@unionOfArrays"]
      let word = random.pick(words)
      return random.chance(2) ? "\(objects.phrase).\(word).\(path)" : "\(objects.phrase).\(path).\(word)"
    }
    let plain: Phrase = "\(objects.phrase).\(path)"
    return features.contains(.listFunction) && random.chance(8) ? "distinct(\(plain))" : plain
  }

  /// A collection operator over values behind a to-many relationship, in one of its two spellings.
  mutating func operated(_ word: String, _ kind: PhraseKind, _ roots: [PhraseRoot]) -> Phrase? {
    guard let objects = objectBag(roots) else { return nil }
    let (steps, entity) = toOnes(from: objects.entity, random.pick([0, 0, 0, 1]))
    guard let name = attribute(kind, of: entity) else { return nil }
    let path = (steps + [name]).joined(separator: ".")
    if random.chance(8), let plain = plainPath(roots) {
      let attribute = attribute(kind, of: plain.entity)
      if let attribute { return "\(word).\(plain.path).\(attribute)" }
    }
    return random.chance(2) ? "\(objects.phrase).\(path).\(word)" : "\(objects.phrase).\(word).\(path)"
  }

  /// A path from the object itself, as an operator can stand before it.
  private mutating func plainPath(_ roots: [PhraseRoot]) -> (path: String, entity: String)? {
    guard !schema[roots[0].entity].toManys.isEmpty else { return nil }
    let step = random.pick(schema[roots[0].entity].toManys)
    return (step.name, step.entity)
  }

  /// A path through one to-many relationship that has an order.
  mutating func orderedPath(_ roots: [PhraseRoot]) -> ObjectPhrase? {
    let root = root(roots)
    let (steps, entity) = toOnes(from: root.entity, random.pick([0, 0, 1]))
    let ordered = schema[entity].toManys.filter(\.isOrdered)
    guard !ordered.isEmpty else { return nil }
    let step = random.pick(ordered)
    return ObjectPhrase(phrase: path(root, steps + [step.name]), entity: step.entity)
  }

  /// One object of an ordered relationship.
  mutating func indexed(_ roots: [PhraseRoot]) -> ObjectPhrase? {
    guard let path = orderedPath(roots) else { return nil }
    let place: Phrase =
      if random.chance(4), let key = key(.number, roots), key.written.text != "size" {
        key
      } else {
        Phrase(random.pick(["0", "1", "2", "FIRST", "LAST", "9", "-1", "first", "1 + 1"]))
      }
    return ObjectPhrase(phrase: "\(path.phrase)[\(place)]", entity: path.entity)
  }

  /// Two collections made one.
  mutating func setTerm(_ roots: [PhraseRoot]) -> Phrase? {
    guard random.chance(2) else { return objectSet(roots)?.phrase }
    return valueSet(random.pick([PhraseKind.number, .text, .date]), roots)
  }

  /// Two collections of values made one; the right one may be written out.
  mutating func valueSet(_ kind: PhraseKind, _ roots: [PhraseRoot]) -> Phrase? {
    guard let left = bag(kind, roots) else { return nil }
    let word = random.pick(["UNION", "INTERSECT", "MINUS"])
    if random.chance(3) {
      let elements = (0..<random.next() % 3).map { _ in leaf(kind, roots) }
      return "(\(left) \(word) {\(Phrase.joined(elements, by: ", "))})"
    }
    return bag(kind, roots).map { "(\(left) \(word) \($0))" }
  }

  private mutating func objectSet(_ roots: [PhraseRoot]) -> ObjectPhrase? {
    guard let left = objectPath(roots), let right = objectPath(roots), left.entity == right.entity else {
      return nil
    }
    let word = random.pick(["UNION", "INTERSECT", "MINUS"])
    return ObjectPhrase(phrase: "(\(left.phrase) \(word) \(right.phrase))", entity: left.entity)
  }
}
