import BinaryFormats

/// Core Data's version hashes of entities: 32 bytes that change when, and only when, what is stored changes.
///
/// ```
/// entity       name, is abstract, hash of the superentity, hash of each stored property by name,
///              each uniqueness constraint as `a.b`, modifier
/// property     name, is optional, is transient, modifier            (the "base" below)
/// attribute    base, type number, 01 if external, 01 if preserved after deletion
/// relationship base, destination, inverse, max count, min count, 01 00 if ordered
/// ```
/// Each is SHA-256 over these parts end to end; numbers have 4 bytes, the least significant first. Found by
/// recomputing the hashes that public stores hold. Transient properties and fetched properties have no part.
///
/// Not known is what Core Data makes of derived and composite attributes and of several constraints of one entity.
/// There the hashes are our own: a derived attribute ends with its expression, a composite one with the hashes of its
/// elements, and constraints come in the order of their author.
enum VersionHash {
  /// The hash of each entity by name.
  ///
  /// - Parameter entities: resolved, a superentity before its subentities.
  static func hashes(of entities: [EntityDescription]) -> [String: [UInt8]] {
    entities.reduce(into: [:]) { (known, entity) in
      known[entity.name] = hash(of: entity, superentity: entity.superentityName.flatMap { known[$0] })
    }
  }

  private static func hash(of entity: EntityDescription, superentity: [UInt8]?) -> [UInt8] {
    var parts = Array(entity.name.utf8)
    parts.append(entity.isAbstract ? 1 : 0)
    parts += superentity ?? []
    for property in entity.properties {
      switch property {
      case .attribute(let attribute):
        if !attribute.isTransient { parts += hash(of: attribute) }
      case .relationship(let relationship):
        if !relationship.isTransient { parts += hash(of: relationship) }
      }
    }
    for constraint in entity.uniquenessConstraints {
      parts += constraint.joined(separator: ".").utf8
    }
    parts += (entity.versionHashModifier ?? "").utf8
    return SHA256.hash(parts)
  }

  private static func hash(of attribute: AttributeDescription) -> [UInt8] {
    var parts = base(
      attribute.name, isOptional: attribute.isOptional, isTransient: attribute.isTransient,
      attribute.versionHashModifier)
    parts += bytes(of: attribute.type.rawValue)
    if attribute.allowsExternalBinaryDataStorage { parts.append(1) }
    if attribute.preservesValueInHistoryOnDeletion { parts.append(1) }
    parts += (attribute.derivationExpression ?? "").utf8
    for element in attribute.elements { parts += hash(of: element) }
    return SHA256.hash(parts)
  }

  private static func hash(of relationship: RelationshipDescription) -> [UInt8] {
    var parts = base(
      relationship.name, isOptional: relationship.isOptional, isTransient: false,
      relationship.versionHashModifier)
    parts += relationship.destinationEntity.utf8
    parts += (relationship.inverseName ?? "").utf8
    parts += bytes(of: relationship.maxCount) + bytes(of: relationship.minCount)
    if relationship.isOrdered { parts += [1, 0] }
    return SHA256.hash(parts)
  }

  private static func base(
    _ name: String, isOptional: Bool, isTransient: Bool, _ modifier: String?
  ) -> [UInt8] {
    let flags: [UInt8] = [isOptional ? 1 : 0, isTransient ? 1 : 0]
    return SHA256.hash(Array(name.utf8) + flags + Array((modifier ?? "").utf8))
  }

  private static func bytes(of number: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
