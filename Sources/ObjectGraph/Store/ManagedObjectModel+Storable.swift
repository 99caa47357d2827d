import PredicateLanguage

/// What a model may say although no store can do it yet.
///
/// Loading such a model works, and so do its version hashes; adding a store for it is an error that names
/// everything.
private struct UnsupportedFeature<Part> {
  /// What it is, as the end of "Task.name is …".
  let name: String
  let isUsed: @Sendable (Part) -> Bool
}

extension UnsupportedFeature where Part == EntityDescription {
  static var all: [Self] {
    [
      Self(name: "a subentity") { $0.superentityName != nil },
      Self(name: "an abstract entity") { $0.isAbstract },
    ]
  }
}

extension UnsupportedFeature where Part == PropertyDescription {
  static var all: [Self] {
    [
      Self(name: "a relationship") { if case .relationship = $0 { true } else { false } },
      attribute("a transient attribute") { $0.isTransient },
      attribute("a derived attribute") { $0.derivationExpression != nil },
      attribute("a composite attribute") { $0.type == .composite },
      attribute("an attribute whose regular expression cannot be checked") {
        $0.rules.regularExpression != nil && $0.rules.pattern == nil
      },
      attribute("an attribute that may be stored outside") { $0.allowsExternalBinaryDataStorage },
    ]
  }

  private static func attribute(
    _ name: String, _ isUsed: @escaping @Sendable (AttributeDescription) -> Bool
  ) -> Self {
    Self(name: name) { property in
      if case .attribute(let attribute) = property { isUsed(attribute) } else { false }
    }
  }
}

extension UnsupportedFeature where Part == FetchIndexDescription {
  static var all: [Self] {
    [
      Self(name: "an index of an expression") { $0.elements.contains { $0.expression != nil } },
      Self(name: "an index in the form of an R-tree") { $0.elements.contains { $0.collation == .rTree } },
      Self(name: "an index of some objects") { $0.partialIndexPredicate != nil },
    ]
  }
}

extension ManagedObjectModel {
  /// Features that one error names.
  static let namedFeatures = 20

  /// Whether the stores can hold what the model describes.
  ///
  /// - Throws: `StoreError.open` naming everything that no store can hold yet, `namedFeatures` at most.
  package func checkStorable() throws(StoreError) {
    let features = entities.flatMap(\.unsupportedFeatures)
    guard !features.isEmpty else { return }
    let rest = features.count - Self.namedFeatures
    throw .open(
      reason: "stores cannot hold everything of the model yet: "
        + features.prefix(Self.namedFeatures).joined(separator: ", ")
        + (rest > 0 ? ", and \(rest) more" : ""))
  }
}

extension EntityDescription {
  /// What no store can do, an entity's own declarations alone: `Task.name is a derived attribute`.
  fileprivate var unsupportedFeatures: [String] {
    let ofEntity = UnsupportedFeature<EntityDescription>.all.filter { $0.isUsed(self) }
      .map { "\(name) is \($0.name)" }
    let ofProperties = ownProperties.flatMap { property in
      UnsupportedFeature<PropertyDescription>.all.filter { $0.isUsed(property) }
        .map { "\(name).\(property.name) is \($0.name)" }
    }
    let fetched = fetchedProperties.map { "\(name).\($0.name) is a fetched property" }
    let ofIndexes = fetchIndexes.flatMap { index in
      UnsupportedFeature<FetchIndexDescription>.all.filter { $0.isUsed(index) }
        .map { "\(name).\(index.name) is \($0.name)" }
    }
    return ofEntity + ofProperties + fetched + ofIndexes
  }
}
