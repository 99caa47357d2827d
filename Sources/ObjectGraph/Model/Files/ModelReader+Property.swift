import PredicateLanguage
import Spelling

extension ModelReader {
  /// Reads an attribute of an entity, a composite, or another attribute.
  mutating func attribute(_ element: ModelElement, in scope: Scope) -> AttributeDescription {
    let name = element["name"] ?? ""
    let owner = scope.property == nil ? Scope(path: scope.path, entity: scope.entity, property: name) : scope
    guard let type = type(of: element, in: owner) else {
      // Something plain stands in, so that whatever names the attribute finds it.
      return AttributeDescription(name, .string)
    }
    var attribute = AttributeDescription(
      name, type, isOptional: flag("optional", of: element, in: owner),
      isTransient: flag("transient", of: element, in: owner),
      defaultValue: value("defaultValueString", "defaultDateTimeInterval", type, of: element, in: owner),
      rules: rules(type, of: element, in: owner),
      derivationExpression: derivation(of: element, in: owner),
      valueTransformerName: element["valueTransformerName"],
      allowsExternalBinaryDataStorage: flag("allowsExternalBinaryDataStorage", of: element, in: owner),
      preservesValueInHistoryOnDeletion: flag("preserveAfterDeletion", of: element, in: owner),
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"],
      userInfo: userInfo(of: element, in: inside(element, of: owner)))
    if let name = element["customClassName"] { attribute.attributeValueClassName = name }
    if flag("spotlightIndexingEnabled", of: element, in: owner) { attribute.isIndexedBySpotlight = true }
    if flag("allowsCloudEncryption", of: element, in: owner) { attribute.allowsCloudEncryption = true }
    readElements(of: &attribute, element, in: owner)
    return attribute
  }

  private mutating func type(of element: ModelElement, in scope: Scope) -> AttributeType? {
    guard let name = element["attributeType"] else { return .undefined }
    if let type = AttributeType(modelName: name) { return type }
    complain(
      "\"\(name)\" is no type of attribute", at: element, in: scope,
      nearest: NearestName.of(name, in: AttributeType.allCases.map(\.name)))
    return nil
  }

  private mutating func derivation(of element: ModelElement, in scope: Scope) -> String? {
    let expression = element["derivationExpression"]
    if expression == nil, flag("derived", of: element, in: scope) {
      complain("it is derived, but has no derivation expression", at: element, in: scope)
    }
    return expression
  }

  /// A value in the type's own attribute of an element; `.null` if it is not there.
  private mutating func value(
    _ plainName: String, _ dateName: String, _ type: AttributeType, of element: ModelElement, in scope: Scope
  ) -> AttributeValue {
    let (name, other) = type == .date ? (dateName, plainName) : (plainName, dateName)
    if let text = element[other], !text.isEmpty {
      complain(
        "\(spelled(other, of: element)) is not for attributes of type \(type.name)", at: element, in: scope,
        nearest: spelled(name, of: element))
    }
    guard let text = element[name], !text.isEmpty || type == .string else { return .null }
    if let value = type.value(ofModelText: text) { return value }
    complain("\(spelled(name, of: element)) is \"\(text)\", which is no \(type.name)", at: element, in: scope)
    return .null
  }

  private mutating func rules(
    _ type: AttributeType, of element: ModelElement, in scope: Scope
  ) -> AttributeRules {
    var rules = AttributeRules(regularExpression: element["regularExpressionString"])
    if type == .string {
      rules.minimumLength = count("minValueString", of: element, in: scope).map { Int($0) }
      rules.maximumLength = count("maxValueString", of: element, in: scope).map { Int($0) }
    } else {
      rules.minimumValue = value("minValueString", "minDateTimeInterval", type, of: element, in: scope)
      rules.maximumValue = value("maxValueString", "maxDateTimeInterval", type, of: element, in: scope)
    }
    return rules
  }

  /// Reads a relationship.
  mutating func relationship(_ element: ModelElement, in scope: Scope) -> RelationshipDescription {
    let name = element["name"] ?? ""
    let scope = Scope(path: scope.path, entity: scope.entity, property: name)
    let inner = inside(element, of: scope)
    for child in element.children where child.name != "userInfo" {
      refuse(child, in: inner, known: ["userInfo"])
    }
    let rule = word("deletionRule", of: element, in: scope)
      .map { RelationshipDescription.DeleteRule.allCases[$0] }
    noteInverseEntity(of: element, in: scope)
    // Without a destination there is a complaint, and the entity itself stands in.
    let destination = element["destinationEntity"] ?? scope.entity ?? ""
    _ = required("destinationEntity", of: element, in: scope)
    return RelationshipDescription(
      name, to: destination, inverse: element["inverseName"],
      isOptional: flag("optional", of: element, in: scope),
      minCount: count("minCount", of: element, in: scope) ?? 0,
      maxCount: maxCount(of: element, in: scope), isOrdered: flag("ordered", of: element, in: scope),
      deleteRule: rule ?? .nullify, isTransient: flag("transient", of: element, in: scope),
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"],
      userInfo: userInfo(of: element, in: inner))
  }

  /// To-many without a count has no limit, to-one has the count 1.
  private mutating func maxCount(of element: ModelElement, in scope: Scope) -> Int32 {
    let isToMany = flag("toMany", of: element, in: scope)
    let maxCount = count("maxCount", of: element, in: scope)
    if isToMany, maxCount == 1 {
      complain("it is to-many, but its maximum count is 1", at: element, in: scope)
    }
    return maxCount ?? (isToMany ? 0 : 1)
  }

  /// Xcode writes the entity of the inverse, too; where it differs from the destination it is looked at in the end.
  private mutating func noteInverseEntity(of element: ModelElement, in scope: Scope) {
    guard let entity = element["inverseEntity"], entity != element["destinationEntity"] else { return }
    inverseEnds.append((element, scope))
  }

  /// The inverse of a relationship belongs to its destination, or to an entity above or below that.
  mutating func checkInverseEntities() {
    if inverseEnds.isEmpty { return }
    let lineage = Lineage(declaration.entities)
    for (element, scope) in inverseEnds {
      guard let entity = element["inverseEntity"] else { continue }
      let ends = [entity, element["destinationEntity"] ?? ""].map { lineage.position(of: $0) }
      if ends[0] == nil {
        complain("its inverse entity \(entity) does not exist", at: element, in: scope)
      } else if let inverse = ends[0], let destination = ends[1],
        !lineage.areRelated(inverse, destination)
      {
        complain("its inverse entity \(entity) is not its destination", at: element, in: scope)
      }
    }
  }

  /// Reads a fetched property.
  mutating func fetchedProperty(_ element: ModelElement, in scope: Scope) -> FetchedPropertyDescription {
    let name = element["name"] ?? ""
    let inner = inside(element, of: scope, property: name)
    var request: FetchRequestTemplate?
    for child in element.children where child.name != "userInfo" {
      if child.name == "fetchRequest", request == nil {
        request = fetchRequest(child, in: inner)
      } else {
        refuse(child, in: inner, known: ["fetchRequest", "userInfo"])
      }
    }
    if request == nil { complain("it has no fetch request", at: element, in: scope, property: name) }
    return FetchedPropertyDescription(
      name, request ?? FetchRequestTemplate(entityName: scope.entity ?? ""),
      isOptional: flag("optional", of: element, in: inner), renamingIdentifier: element["elementID"],
      userInfo: userInfo(of: element, in: inner))
  }
}
