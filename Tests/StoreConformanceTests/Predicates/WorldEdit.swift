import ObjectGraph
import PredicateLanguage
import TestSupport

/// One change of a world's objects.
enum WorldEdit {
  case insert(PredicateWorld.Object)
  case set(label: String, attribute: String, AttributeValue)
  case members(PredicateWorld.Members)
  case delete(String)
}

extension PredicateWorld {
  /// Changes that touch about half of the objects: values, relationships, deletions, insertions.
  ///
  /// The world afterwards knows the objects that are left; what leads where only a store knows.
  mutating func edits(_ random: inout SeededGenerator) -> [WorldEdit] {
    var edits: [WorldEdit] = []
    for number in 0..<5 {
      let object = Self.object("New\(number)", random.pick(["Box", "Chest", "Item", "Tag"]), &random)
      objects.append(object)
      edits.append(.insert(object))
    }
    for _ in 0..<24 {
      let object = random.pick(objects)
      let attribute = random.pick(PredicateWorldSchema.shared[object.entity].attributes)
      let value = random.chance(5) ? .null : WorldValue.value(attribute.type, &random)
      edits.append(.set(label: object.label, attribute: attribute.name, value))
    }
    for _ in 0..<4 {
      let victim = random.pick(objects).label
      objects.removeAll { $0.label == victim }
      edits.append(.delete(victim))
    }
    for _ in 0..<20 { edits.append(.members(link(&random))) }
    return edits
  }
}
