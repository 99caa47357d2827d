extension ManagedObjectModel {
  /// One model of everything that several hold.
  ///
  /// An entity that several models describe alike comes once; the order of its properties does not matter. A
  /// configuration has the entities of all configurations of its name. Version identifiers come in the order of the
  /// models, each once.
  /// - Throws: `ModelError` with every difference between entities, and between fetch requests, of one name: models
  ///   never overrule each other.
  public init(merging models: [ManagedObjectModel]) throws(ModelError) {
    try self.init(merging: models.map { ModelSource(model: $0) })
  }

  /// - Throws: also where the models were read from: a difference has the place of the later model, and names the other.
  init(merging sources: [ModelSource]) throws(ModelError) {
    var merged: [(entity: EntityDescription, source: ModelSource)] = []
    var positions: [String: Int] = [:]
    var complaints: [ModelError.Complaint] = []
    for source in sources {
      for entity in source.model.entities {
        if let position = positions[entity.name] {
          let (other, first) = merged[position]
          complaints += other.differences(from: entity).map { source.complaint($0, against: first) }
        } else {
          positions[entity.name] = merged.count
          merged.append((entity, source))
        }
      }
    }
    let templates = Self.templates(of: sources, &complaints)
    guard complaints.isEmpty else { throw ModelError(complaints: complaints) }
    let models = sources.map(\.model)
    let identifiers = models.flatMap(\.versionIdentifiers)
    let configurations = models.flatMap(\.configurations).reduce(into: [String: [String]]()) { all, one in
      all[one.key, default: []] += one.value
    }
    try self.init(
      entities: merged.map(\.entity), configurations: configurations.mapValues { $0.withoutRepetitions() },
      fetchRequestTemplates: templates, versionIdentifiers: identifiers.withoutRepetitions())
  }

  private static func templates(
    of sources: [ModelSource], _ complaints: inout [ModelError.Complaint]
  ) -> [String: FetchRequestTemplate] {
    var templates: [String: (template: FetchRequestTemplate, source: ModelSource)] = [:]
    for source in sources {
      for (name, template) in source.model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
        guard let (other, first) = templates[name] else {
          templates[name] = (template, source)
          continue
        }
        if other == template { continue }
        let reason = "the models disagree about the fetch request \(name)"
        complaints.append(source.complaint(ModelError.Complaint(reason: reason), against: first))
      }
    }
    return templates.mapValues(\.template)
  }
}

/// A model that is merged with others.
struct ModelSource: Sendable {
  var model: ManagedObjectModel
  /// The path that it was read from; nil if it was made in the program.
  var file: String?

  /// A complaint about what this model says otherwise than another, with the places of both.
  fileprivate func complaint(
    _ complaint: ModelError.Complaint, against other: ModelSource
  ) -> ModelError.Complaint {
    var complaint = complaint
    complaint.place = file.map { ModelError.Place(file: $0) }
    if let file = other.file { complaint.reason += "; the other is \(file)" }
    return complaint
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
