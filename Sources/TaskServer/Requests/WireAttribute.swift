import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// An attribute of an entity as clients see it.
///
/// What few attributes have is absent for the others.
struct WireAttribute: WireShape {
  var name: String
  var type: String
  var isOptional: Bool
  var isTransient: Bool
  var defaultValue: JSONValue
  var rules: Rules
  var derivationExpression: String?
  var valueTransformerName: String?
  var attributeValueClassName: String?
  var allowsExternalBinaryDataStorage: Bool?
  var preservesValueInHistoryOnDeletion: Bool?
  var isIndexedBySpotlight: Bool?
  var allowsCloudEncryption: Bool?
  var renamingIdentifier: String?
  var versionHashModifier: String?
  var elements: [JSONValue]?
  var userInfo: WireMap<String>?

  /// What its values must be like.
  struct Rules: Sendable {
    var minValue: JSONValue?
    var maxValue: JSONValue?
    var minLength: Int?
    var maxLength: Int?
    var regularExpression: String?
  }

  static let shape = Shape(
    Self.init(
      name:type:isOptional:isTransient:defaultValue:minValue:maxValue:minLength:maxLength:regularExpression:
      derivationExpression:valueTransformerName:attributeValueClassName:allowsExternalBinaryDataStorage:
      preservesValueInHistoryOnDeletion:isIndexedBySpotlight:allowsCloudEncryption:renamingIdentifier:
      versionHashModifier:elements:userInfo:),
    Field("name", "Its name.") { $0.name },
    Field("type", "`Integer 32`, `String`, `Date` and so on.") { $0.type },
    Field("isOptional", "Whether it may be null when saved.") { $0.isOptional },
    Field("isTransient", "Whether it is never stored.") { $0.isTransient },
    Field("default", "What a new object starts with.") { $0.defaultValue },
    Field("minValue", "The least value that can be saved, or the earliest; absent without a bound.") {
      $0.rules.minValue
    },
    Field("maxValue", "The greatest value that can be saved, or the latest; absent without a bound.") {
      $0.rules.maxValue
    },
    Field("minLength", "Fewest UTF-16 units of a string.") { $0.rules.minLength },
    Field("maxLength", "Most UTF-16 units of a string.") { $0.rules.maxLength },
    Field("regularExpression", "What the whole of a string must match, in ICU's notation.") {
      $0.rules.regularExpression
    },
    Field("derivationExpression", "What its value is computed from at a save; it cannot be set then.") {
      $0.derivationExpression
    },
    Field("valueTransformerName", "Of a Transformable attribute; for information.") {
      $0.valueTransformerName
    },
    Field("attributeValueClassName", "Of a Transformable attribute; for information.") {
      $0.attributeValueClassName
    },
    Field("allowsExternalBinaryDataStorage", "True if values may be stored beside the file.") {
      $0.allowsExternalBinaryDataStorage
    },
    Field("preservesValueInHistoryOnDeletion", "True if the history of a deletion keeps its value.") {
      $0.preservesValueInHistoryOnDeletion
    },
    Field("isIndexedBySpotlight", "For information.") { $0.isIndexedBySpotlight },
    Field("allowsCloudEncryption", "For information.") { $0.allowsCloudEncryption },
    Field("renamingIdentifier", "What it was called in the version of the model before.") {
      $0.renamingIdentifier
    },
    Field("versionHashModifier", "Changes the version hash of an attribute that otherwise looks the same.") {
      $0.versionHashModifier
    },
    Field("elements", "The parts of a Composite attribute, each described as an attribute.") { $0.elements },
    Field("userInfo", "What its author noted about it.") { $0.userInfo })
}

extension WireAttribute {
  /// For the shape, which knows no groups.
  private init(
    name: String, type: String, isOptional: Bool, isTransient: Bool, defaultValue: JSONValue,
    minValue: JSONValue?, maxValue: JSONValue?, minLength: Int?, maxLength: Int?, regularExpression: String?,
    derivationExpression: String?, valueTransformerName: String?, attributeValueClassName: String?,
    allowsExternalBinaryDataStorage: Bool?, preservesValueInHistoryOnDeletion: Bool?,
    isIndexedBySpotlight: Bool?, allowsCloudEncryption: Bool?, renamingIdentifier: String?,
    versionHashModifier: String?, elements: [JSONValue]?, userInfo: WireMap<String>?
  ) {
    let rules = Rules(
      minValue: minValue, maxValue: maxValue, minLength: minLength, maxLength: maxLength,
      regularExpression: regularExpression)
    self.init(
      name: name, type: type, isOptional: isOptional, isTransient: isTransient, defaultValue: defaultValue,
      rules: rules, derivationExpression: derivationExpression, valueTransformerName: valueTransformerName,
      attributeValueClassName: attributeValueClassName,
      allowsExternalBinaryDataStorage: allowsExternalBinaryDataStorage,
      preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion,
      isIndexedBySpotlight: isIndexedBySpotlight, allowsCloudEncryption: allowsCloudEncryption,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier, elements: elements,
      userInfo: userInfo)
  }

  /// Nil for a relationship.
  init?(_ property: PropertyDescription, _ writer: ObjectWriter) {
    guard case .attribute(let attribute) = property else { return nil }
    self.init(attribute, writer)
  }

  private init(_ attribute: AttributeDescription, _ writer: ObjectWriter) {
    self.init(
      name: attribute.name, type: attribute.type.name, isOptional: attribute.isOptional,
      isTransient: attribute.isTransient,
      defaultValue: writer.json(attribute.defaultValue, as: attribute.type),
      rules: Rules(attribute, writer), derivationExpression: attribute.derivationExpression,
      valueTransformerName: attribute.valueTransformerName,
      attributeValueClassName: attribute.attributeValueClassName,
      allowsExternalBinaryDataStorage: attribute.allowsExternalBinaryDataStorage.ifTrue,
      preservesValueInHistoryOnDeletion: attribute.preservesValueInHistoryOnDeletion.ifTrue,
      isIndexedBySpotlight: attribute.isIndexedBySpotlight.ifTrue,
      allowsCloudEncryption: attribute.allowsCloudEncryption.ifTrue,
      renamingIdentifier: attribute.renamingIdentifier, versionHashModifier: attribute.versionHashModifier,
      elements: attribute.elements.map { Self.tree(WireAttribute($0, writer)) }.nonEmpty,
      userInfo: WireMap(userInfo: attribute.userInfo))
  }

  /// A shape cannot contain itself, so the parts of an attribute are trees.
  private static func tree(_ attribute: WireAttribute) -> JSONValue {
    var writer = JSONWriter()
    attribute.write(to: &writer)
    return (try? JSONValue(parsing: writer.bytes.span)) ?? .null
  }
}

extension WireAttribute.Rules {
  fileprivate init(_ attribute: AttributeDescription, _ writer: ObjectWriter) {
    let rules = attribute.rules
    func bound(_ value: AttributeValue) -> JSONValue? {
      if case .null = value { return .none }
      return .some(writer.json(value, as: attribute.type))
    }
    self.init(
      minValue: bound(rules.minimumValue), maxValue: bound(rules.maximumValue),
      minLength: rules.minimumLength, maxLength: rules.maximumLength,
      regularExpression: rules.regularExpression)
  }
}
