public import PredicateLanguage

/// One attribute of an entity, a plain value.
public struct AttributeDescription: Hashable, Sendable {
  /// Unique within the entity and everything it inherits; compared by UTF-8 bytes.
  public var name: String
  /// What it may hold.
  public var type: AttributeType
  /// False: a save with no value fails with 1570 (`NSValidationMissingMandatoryPropertyError`).
  public var isOptional: Bool
  /// True: tracked in a context, never stored.
  public var isTransient: Bool
  /// What a new object starts with; `.null` for none.
  public var defaultValue: AttributeValue
  /// Which of `ValueTransformers` makes the values of a Transformable attribute; no part of the version hash.
  public var valueTransformerName: String?
  /// `allowsExternalBinaryDataStorage` of Core Data; part of the version hash.
  public var allowsExternalBinaryDataStorage: Bool
  /// `preservesValueInHistoryOnDeletion` of Core Data; part of the version hash.
  public var preservesValueInHistoryOnDeletion: Bool
  /// Changes the version hash of an attribute that otherwise looks the same.
  public var versionHashModifier: String?

  /// Declares an attribute; by default optional, stored and without a value.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true, isTransient: Bool = false,
    defaultValue: AttributeValue = .null, valueTransformerName: String? = nil,
    allowsExternalBinaryDataStorage: Bool = false,
    preservesValueInHistoryOnDeletion: Bool = false, versionHashModifier: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.defaultValue = defaultValue
    self.valueTransformerName = valueTransformerName
    self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    self.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    self.versionHashModifier = versionHashModifier
  }
}
