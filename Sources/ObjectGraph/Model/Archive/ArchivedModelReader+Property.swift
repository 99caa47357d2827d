import BinaryFormats
import PredicateLanguage

extension ArchivedModelReader {
  /// What a property's `NSFlagsKey` may say.
  private enum Flag {
    static let external: Int32 = 4
    static let preserved: Int32 = 16
  }

  /// An attribute or a relationship; nil for a fetched property, which is not stored.
  mutating func property(
    at reference: PropertyList, _ name: String
  ) throws(PropertyListError) -> PropertyDescription? {
    guard let object = try archive.object(at: reference) else { throw .malformed(object: 0) }
    guard try self.name("NSPropertyName", of: object) == name else { throw .malformed(object: object.number) }
    switch object.className {
    case "NSAttributeDescription": return .attribute(try attribute(object, name))
    case "NSRelationshipDescription": return .relationship(try relationship(object, name))
    case "NSFetchedPropertyDescription": return nil
    default: throw .malformed(object: object.number)
    }
  }

  private mutating func attribute(
    _ object: Object, _ name: String
  ) throws(PropertyListError) -> AttributeDescription {
    let number = try archive.integer("NSAttributeType", of: object)
    guard let type = AttributeType(rawValue: number), type != .composite else {
      throw .malformed(object: object.number)
    }
    let flags = try archive.integer("NSFlagsKey", of: object)
    return AttributeDescription(
      name, type, isOptional: try archive.flag("NSIsOptional", of: object),
      isTransient: try archive.flag("NSIsTransient", of: object),
      defaultValue: try defaultValue(of: object, type),
      valueTransformerName: try archive.string("NSValueTransformerName", of: object),
      allowsExternalBinaryDataStorage: flags & Flag.external != 0,
      preservesValueInHistoryOnDeletion: flags & Flag.preserved != 0,
      renamingIdentifier: try renamingIdentifier(of: object, name),
      versionHashModifier: try archive.string("NSVersionHashModifier", of: object))
  }

  private mutating func relationship(
    _ object: Object, _ name: String
  ) throws(PropertyListError) -> RelationshipDescription {
    guard let destination = try archive.object("NSDestinationEntity", of: object),
      let rule = RelationshipDescription.DeleteRule(
        rawValue: try archive.integer("NSDeleteRule", of: object))
    else { throw .malformed(object: object.number) }
    let inverse = try archive.object("NSInverseRelationship", of: object)
    let inverseName: String? =
      if let inverse { try self.name("NSPropertyName", of: inverse) } else { nil }
    return RelationshipDescription(
      name, to: try self.name("NSEntityName", of: destination), inverse: inverseName,
      isOptional: try archive.flag("NSIsOptional", of: object),
      minCount: try archive.integer("NSMinCount", of: object),
      maxCount: try archive.integer("NSMaxCount", of: object),
      isOrdered: try archive.flag("NSIsOrdered", of: object), deleteRule: rule,
      isTransient: try archive.flag("NSIsTransient", of: object),
      renamingIdentifier: try renamingIdentifier(of: object, name),
      versionHashModifier: try archive.string("NSVersionHashModifier", of: object))
  }

  /// Numbers, truths and strings, and dates; none for everything else, since no stored object depends on it.
  private mutating func defaultValue(
    of object: Object, _ type: AttributeType
  ) throws(PropertyListError) -> AttributeValue {
    switch (type, try archive.plain("NSDefaultValue", of: object)) {
    case (.boolean, .boolean(let truth)?): return .boolean(truth)
    case (.boolean, .integer(let number)?): return .boolean(number != 0)
    case (.integer16, .integer(let number)?), (.integer32, .integer(let number)?),
      (.integer64, .integer(let number)?):
      return type.integerRange?.contains(number) == true ? .integer(number) : .null
    case (.double, .real(let number)?): return number.isFinite ? .double(number) : .null
    case (.float, .real(let number)?): return number.isFinite ? .double(Double(Float(number))) : .null
    case (.string, .string(let text)?): return .string(text)
    case (.date, nil): return try date(of: object)
    default: return .null
    }
  }

  private mutating func date(of object: Object) throws(PropertyListError) -> AttributeValue {
    guard let date = try archive.object("NSDefaultValue", of: object), date.className == "NSDate",
      case .real(let seconds)? = try archive.plain("NS.time", of: date), seconds.isFinite
    else { return .null }
    return .date(seconds)
  }
}
