/// The parts of a model file that have names and members of their own.
///
/// One table says what they are called in both notations: XML's names are Xcode's, JSON's are those of the descriptions
/// in this library, which `model.describe` uses, too.
enum ElementKind: String, CaseIterable, Sendable {
  case model, entity, attribute, relationship, fetchedProperty, fetchRequest, fetchIndex, configuration
}

/// A scalar member of an element.
struct ElementField: Sendable {
  /// How JSON writes it; XML has text alone.
  enum Form: Sendable {
    case text
    /// `true` or `false`, with what an absent member means; in XML absent is NO.
    case flag(isUsual: Bool)
    case count
    /// A value of the attribute's type; `dates` is its name in XML for Date.
    case value(dates: String)
    /// The same for a bound, which strings do not have.
    case bound(dates: String)
    /// A count that only strings have.
    case length
    /// A word of a list; XML has its own word in the same place of the other list.
    case word(json: [String], xml: [String])
  }

  let xml: String
  let json: String
  let form: Form

  init(_ xml: String, _ json: String? = nil, _ form: Form = .text) {
    self.xml = xml
    self.json = json ?? xml
    self.form = form
  }

  /// What the field is called in an XML element of an attribute of a type.
  func xmlName(for type: AttributeType?) -> String {
    switch form {
    case .value(let dates), .bound(let dates): type == .date ? dates : xml
    default: xml
    }
  }

  /// Whether an attribute of a type can have the field: strings have lengths where others have bounds.
  func applies(to type: AttributeType?) -> Bool {
    switch form {
    case .bound: type != .string
    case .length: type == .string
    default: true
    }
  }
}

/// A member of an element that is made of further elements.
struct ElementSection: Sendable {
  /// How JSON writes it and XML nests it.
  enum Form: Sendable {
    /// `[{…}, …]`: one element after the other.
    case objects(ElementKind)
    /// `{…}`: one element.
    case object(ElementKind)
    /// `["a", …]`: elements of a name with one attribute.
    case names(element: String, attribute: String)
    /// `[["a", …], …]`: `uniquenessConstraints` with all below it.
    case constraints
    /// `["a", "-b", {"expression": …}, …]`: `fetchIndexElement`.
    case indexElements
    /// `{"key": "value"}`: `userInfo` with `entry`.
    case userInfo
  }

  let json: String
  let form: Form

  init(_ json: String, _ form: Form) {
    self.json = json
    self.form = form
  }
}

extension ElementKind {
  /// The scalars of the kind, in the order in which they are written.
  var fields: [ElementField] { Self.fields[self] ?? [] }

  /// The names of XML attributes of the kind by their lowercase form.
  var spellings: [String: String] { Self.spellings[self] ?? [:] }

  private static let spellings = fields.mapValues { fields in
    let names = fields.flatMap { [$0.xml, $0.xmlName(for: .date)] }
    return Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
  }

  /// The rest of the kind, in the order in which it is written.
  var sections: [ElementSection] {
    switch self {
    case .model:
      [
        ElementSection("versionIdentifiers", .names(element: "versionIdentifier", attribute: "value")),
        ElementSection("entities", .objects(.entity)),
        ElementSection("configurations", .objects(.configuration)),
        ElementSection("fetchRequests", .objects(.fetchRequest)),
      ]
    case .entity:
      [
        ElementSection("attributes", .objects(.attribute)),
        ElementSection("relationships", .objects(.relationship)),
        ElementSection("fetchedProperties", .objects(.fetchedProperty)),
        ElementSection("uniquenessConstraints", .constraints),
        ElementSection("fetchIndexes", .objects(.fetchIndex)),
        ElementSection("userInfo", .userInfo),
      ]
    case .attribute:
      [ElementSection("elements", .objects(.attribute)), ElementSection("userInfo", .userInfo)]
    case .relationship: [ElementSection("userInfo", .userInfo)]
    case .fetchedProperty:
      [ElementSection("fetchRequest", .object(.fetchRequest)), ElementSection("userInfo", .userInfo)]
    case .fetchRequest: []
    case .fetchIndex: [ElementSection("elements", .indexElements)]
    case .configuration: [ElementSection("entities", .names(element: "memberEntity", attribute: "name"))]
    }
  }

  private static let fields: [ElementKind: [ElementField]] = [
    .entity: [
      ElementField("name"), ElementField("parentEntity", "superentity"),
      ElementField("isAbstract", nil, .flag(isUsual: false)),
      ElementField("representedClassName", "managedObjectClassName"),
      ElementField("elementID", "renamingIdentifier"), ElementField("versionHashModifier"),
      ElementField("coreSpotlightDisplayNameExpression"),
    ],
    .attribute: attributeFields, .relationship: relationshipFields, .fetchRequest: fetchRequestFields,
    .fetchedProperty: [
      ElementField("name"), ElementField("optional", "isOptional", .flag(isUsual: true)),
      ElementField("elementID", "renamingIdentifier"),
    ],
    .fetchIndex: [ElementField("name"), ElementField("partialIndexPredicate")],
    .configuration: [ElementField("name")],
  ]

  private static let attributeFields: [ElementField] = [
    ElementField("name"), ElementField("attributeType", "type"),
    ElementField("optional", "isOptional", .flag(isUsual: true)),
    ElementField("transient", "isTransient", .flag(isUsual: false)),
    ElementField("defaultValueString", "default", .value(dates: "defaultDateTimeInterval")),
    ElementField("minValueString", "minValue", .bound(dates: "minDateTimeInterval")),
    ElementField("maxValueString", "maxValue", .bound(dates: "maxDateTimeInterval")),
    ElementField("minValueString", "minLength", .length),
    ElementField("maxValueString", "maxLength", .length),
    ElementField("regularExpressionString", "regularExpression"), ElementField("derivationExpression"),
    ElementField("valueTransformerName"), ElementField("customClassName", "attributeValueClassName"),
    ElementField("allowsExternalBinaryDataStorage", nil, .flag(isUsual: false)),
    ElementField("preserveAfterDeletion", "preservesValueInHistoryOnDeletion", .flag(isUsual: false)),
    ElementField("spotlightIndexingEnabled", "isIndexedBySpotlight", .flag(isUsual: false)),
    ElementField("allowsCloudEncryption", nil, .flag(isUsual: false)),
    ElementField("elementID", "renamingIdentifier"), ElementField("versionHashModifier"),
  ]

  private static let relationshipFields: [ElementField] = [
    ElementField("name"), ElementField("destinationEntity", "destination"),
    ElementField("inverseName", "inverse"), ElementField("optional", "isOptional", .flag(isUsual: true)),
    ElementField("transient", "isTransient", .flag(isUsual: false)),
    ElementField("toMany", "isToMany", .flag(isUsual: false)),
    ElementField("ordered", "isOrdered", .flag(isUsual: false)),
    ElementField("minCount", nil, .count), ElementField("maxCount", nil, .count),
    ElementField(
      "deletionRule", "deleteRule",
      .word(
        json: ["noAction", "nullify", "cascade", "deny"], xml: ["No Action", "Nullify", "Cascade", "Deny"])),
    ElementField("elementID", "renamingIdentifier"), ElementField("versionHashModifier"),
  ]

  private static let fetchRequestFields: [ElementField] = [
    ElementField("name"), ElementField("entity"), ElementField("predicateString", "predicate"),
    ElementField(
      "resultType", nil,
      .word(json: ["objects", "objectIDs", "dictionaries", "count"], xml: ["0", "1", "2", "4"])),
    ElementField("fetchLimit", nil, .count), ElementField("fetchBatchSize", nil, .count),
    ElementField("includeSubentities", "includesSubentities", .flag(isUsual: true)),
    ElementField("includePropertyValues", "includesPropertyValues", .flag(isUsual: true)),
    ElementField("includesPendingChanges", nil, .flag(isUsual: true)),
    ElementField("returnObjectsAsFaults", "returnsObjectsAsFaults", .flag(isUsual: true)),
    ElementField("returnDistinctResults", "returnsDistinctResults", .flag(isUsual: false)),
  ]
}
