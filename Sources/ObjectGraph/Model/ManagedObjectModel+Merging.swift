extension ManagedObjectModel {
  /// One model of everything that several hold.
  ///
  /// An entity that several models describe alike comes once; the order of its properties does not matter. Version
  /// identifiers come in the order of the models, each once.
  /// - Throws: `ModelError` with every difference between entities of one name: models never overrule each other.
  public init(merging models: [ManagedObjectModel]) throws(ModelError) {
    var merged: [EntityDescription] = []
    var positions: [String: Int] = [:]
    var complaints: [ModelError.Complaint] = []
    for entity in models.flatMap(\.entities) {
      if let position = positions[entity.name] {
        complaints += merged[position].differences(from: entity)
      } else {
        positions[entity.name] = merged.count
        merged.append(entity)
      }
    }
    guard complaints.isEmpty else { throw ModelError(complaints: complaints) }
    let identifiers = models.flatMap(\.versionIdentifiers)
    try self.init(entities: merged, versionIdentifiers: identifiers.withoutRepetitions())
  }
}

extension EntityDescription {
  /// What two declarations of one entity disagree about.
  fileprivate func differences(from other: EntityDescription) -> [ModelError.Complaint] {
    var complaints: [ModelError.Complaint] = []
    func complain(_ isSame: Bool, _ subject: String) {
      if isSame { return }
      complaints.append(
        ModelError.Complaint(entity: name, property: nil, reason: "the models disagree about \(subject)"))
    }
    complain(superentityName == other.superentityName, "its superentity")
    complain(isAbstract == other.isAbstract, "whether it is abstract")
    complain(uniquenessConstraints == other.uniquenessConstraints, "its uniqueness constraints")
    complain(fetchIndexes == other.fetchIndexes, "its fetch indexes")
    complain(versionHashModifier == other.versionHashModifier, "its version hash modifier")
    return complaints + propertyDifferences(from: other)
  }

  private func propertyDifferences(from other: EntityDescription) -> [ModelError.Complaint] {
    func byName(_ properties: [PropertyDescription]) -> [String: PropertyDescription] {
      Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
    }
    let (mine, theirs) = (byName(ownProperties), byName(other.ownProperties))
    return Set(mine.keys).union(theirs.keys).sorted().compactMap { key in
      let (left, right) = (mine[key], theirs[key])
      guard left != right else { return nil }
      let isInBoth = left != nil && right != nil
      return ModelError.Complaint(
        entity: name, property: key,
        reason: isInBoth ? "the models describe it differently" : "only some of the models have it")
    }
  }
}

extension [String] {
  /// The first of each, compared by UTF-8 bytes.
  fileprivate func withoutRepetitions() -> [String] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert([UInt8]($0.utf8)).inserted }
  }
}
