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

extension UnsupportedFeature where Part == PropertyDescription {
  static var all: [Self] {
    [
      Self(name: "a transient relationship") {
        if case .relationship(let relationship) = $0 { relationship.isTransient } else { false }
      },
      attribute("a composite attribute") { $0.type == .composite },
      attribute("an attribute whose regular expression cannot be checked") {
        $0.rules.regularExpression != nil && $0.rules.pattern == nil
      },
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

extension ManagedObjectModel {
  /// Features that one error names.
  static let namedFeatures = 20

  /// Whether the stores can hold what the model describes.
  ///
  /// - Throws: `StoreError.open` naming everything that no store can hold yet, `namedFeatures` at most.
  package func checkStorable() throws(StoreError) {
    let features =
      entities.flatMap(\.unsupportedFeatures)
      + derivations.unknown.map { "\($0) is derived in a way that is not known" }
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
    ownProperties.flatMap { property in
      UnsupportedFeature<PropertyDescription>.all.filter { $0.isUsed(property) }
        .map { "\(name).\(property.name) is \($0.name)" }
    }
  }
}
