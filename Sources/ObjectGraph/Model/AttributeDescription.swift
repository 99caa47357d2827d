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
  private var details = AttributeDetails.none

  /// Declares an attribute; by default optional, stored, without a value and without rules.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true, isTransient: Bool = false,
    defaultValue: AttributeValue = .null, rules: AttributeRules = AttributeRules(),
    derivationExpression: String? = nil, elements: [AttributeDescription] = [],
    valueTransformerName: String? = nil, allowsExternalBinaryDataStorage: Bool = false,
    preservesValueInHistoryOnDeletion: Bool = false, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
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
    let details = AttributeDetails(
      rules: rules, derivationExpression: derivationExpression, elements: elements,
      renamingIdentifier: renamingIdentifier, userInfo: userInfo)
    if details != AttributeDetails.none.value { self.details = Shared(details) }
  }

  private subscript<Value>(detail: WritableKeyPath<AttributeDetails, Value>) -> Value {
    get { details.value[keyPath: detail] }
    set {
      var changed = details.value
      changed[keyPath: detail] = newValue
      details = Shared(changed)
    }
  }
}

// MARK: - What few attributes have

extension AttributeDescription {
  /// What its values must be like to be saved; no part of the version hash.
  public var rules: AttributeRules {
    get { details.value.rules }
    set { self[\.rules] = newValue }
  }

  /// What its value is computed from when the object is saved, such as `canonical:(name)`; nil if it is set by hand.
  public var derivationExpression: String? {
    get { details.value.derivationExpression }
    set { self[\.derivationExpression] = newValue }
  }

  /// The parts of an attribute of type Composite, in order; empty for every other.
  public var elements: [AttributeDescription] {
    get { details.value.elements }
    set { self[\.elements] = newValue }
  }

  /// The class that a program uses for the values of a Transformable attribute; for information.
  public var attributeValueClassName: String? {
    get { details.value.attributeValueClassName }
    set { self[\.attributeValueClassName] = newValue }
  }

  /// What the attribute was called in the version of the model before; nil if its name stayed.
  public var renamingIdentifier: String? {
    get { details.value.renamingIdentifier }
    set { self[\.renamingIdentifier] = newValue }
  }

  /// Whether a Mac would offer its values to the system's search; for information.
  public var isIndexedBySpotlight: Bool {
    get { details.value.isIndexedBySpotlight }
    set { self[\.isIndexedBySpotlight] = newValue }
  }

  /// Whether a Mac would encrypt its values in the cloud; for information.
  public var allowsCloudEncryption: Bool {
    get { details.value.allowsCloudEncryption }
    set { self[\.allowsCloudEncryption] = newValue }
  }

  /// What its author noted about it.
  public var userInfo: [String: String] {
    get { details.value.userInfo }
    set { self[\.userInfo] = newValue }
  }
}

/// The parts of a description that are mostly empty; see `Shared`.
struct AttributeDetails: Hashable, Sendable {
  var rules = AttributeRules()
  var derivationExpression: String?
  var elements: [AttributeDescription] = []
  var attributeValueClassName: String?
  var renamingIdentifier: String?
  var isIndexedBySpotlight = false
  var allowsCloudEncryption = false
  var userInfo: [String: String] = [:]

  static let none = Shared(AttributeDetails())
}

extension AttributeDescription {
  /// The column that keeps an object's place in an ordered to-many relationship: greater is later, gaps are left.
  ///
  /// - Parameter name: the object's to-one relationship whose inverse is ordered. No property can be called like the
  ///   column.
  static func orderKey(ofReference name: String) -> AttributeDescription {
    AttributeDescription("$order." + name, .integer64)
  }
}
