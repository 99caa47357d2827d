extension ManagedObjectModel {
  /// One model of everything that several hold.
  ///
  /// An entity that several models describe alike comes once; the order of its properties does not matter. A
  /// configuration has the entities of all configurations of its name. Version identifiers come in the order of the
  /// models, each once.
  /// - Throws: `ModelError` with every difference between entities, and between fetch requests, of one name: models
  ///   never overrule each other.
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
    let templates = Self.templates(of: models, &complaints)
    guard complaints.isEmpty else { throw ModelError(complaints: complaints) }
    let identifiers = models.flatMap(\.versionIdentifiers)
    let configurations = models.flatMap(\.configurations).reduce(into: [String: [String]]()) { all, one in
      all[one.key, default: []] += one.value
    }
    try self.init(
      entities: merged, configurations: configurations.mapValues { $0.withoutRepetitions() },
      fetchRequestTemplates: templates, versionIdentifiers: identifiers.withoutRepetitions())
  }

  private static func templates(
    of models: [ManagedObjectModel], _ complaints: inout [ModelError.Complaint]
  ) -> [String: FetchRequestTemplate] {
    var templates: [String: FetchRequestTemplate] = [:]
    for (name, template) in models.flatMap({ $0.fetchRequestTemplatesByName.sorted { $0.key < $1.key } }) {
      if templates[name] ?? template != template {
        complaints.append(
          ModelError.Complaint(reason: "the models disagree about the fetch request \(name)"))
      }
      templates[name] = template
    }
    return templates
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
    complain(fetchedProperties == other.fetchedProperties, "its fetched properties")
    complain(managedObjectClassName == other.managedObjectClassName, "its class")
    complain(renamingIdentifier == other.renamingIdentifier, "its renaming identifier")
    complain(versionHashModifier == other.versionHashModifier, "its version hash modifier")
    complain(
      coreSpotlightDisplayNameExpression == other.coreSpotlightDisplayNameExpression, "its name in searches")
    complain(userInfo == other.userInfo, "its user info")
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
