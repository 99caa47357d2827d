import PredicateLanguage

/// A model as the elements of a file: what `ModelReader` reads, the other way round.
extension ModelElement {
  /// The root of a model file.
  init(_ model: ManagedObjectModel) {
    self.init(ElementKind.model.rawValue)
    for identifier in model.versionIdentifiers {
      var child = ModelElement("versionIdentifier")
      child["value"] = identifier
      children.append(child)
    }
    children += model.entities.map { ModelElement($0.declaration) }
    for (name, members) in model.configurations.sorted(by: { $0.key < $1.key }) {
      var child = ModelElement("configuration")
      child["name"] = name
      child.children = members.map { ModelElement("memberEntity", "name", $0) }
      children.append(child)
    }
    for (name, template) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
      children.append(ModelElement(template, name: name))
    }
  }

  private init(_ name: String, _ attribute: String, _ value: String) {
    self.init(name)
    self[attribute] = value
  }

  private init(_ entity: EntityDescription.Declaration) {
    self.init("entity", "name", entity.name)
    self["parentEntity"] = entity.superentityName
    set("isAbstract", entity.isAbstract)
    self["representedClassName"] = entity.managedObjectClassName
    self["elementID"] = entity.renamingIdentifier
    self["versionHashModifier"] = entity.versionHashModifier
    self["coreSpotlightDisplayNameExpression"] = entity.coreSpotlightDisplayNameExpression
    children = entity.ownProperties.map { property in
      switch property {
      case .attribute(let attribute): ModelElement(attribute)
      case .relationship(let relationship): ModelElement(relationship)
      }
    }
    children += entity.fetchedProperties.map { ModelElement($0) }
    children += entity.fetchIndexes.map { ModelElement($0) }
    if !entity.uniquenessConstraints.isEmpty {
      var list = ModelElement("uniquenessConstraints")
      list.children = entity.uniquenessConstraints.map { constraint in
        var child = ModelElement("uniquenessConstraint")
        child.children = constraint.map { ModelElement("constraint", "value", $0) }
        return child
      }
      children.append(list)
    }
    append(entity.userInfo)
  }

  private init(_ attribute: AttributeDescription) {
    self.init("attribute", "name", attribute.name)
    if attribute.type != .undefined { self["attributeType"] = attribute.type.name }
    set("optional", attribute.isOptional)
    set("transient", attribute.isTransient)
    let isDate = attribute.type == .date
    self[isDate ? "defaultDateTimeInterval" : "defaultValueString"] = attribute.defaultValue.modelText
    set(attribute.rules, isDate: isDate)
    set("derived", attribute.derivationExpression != nil)
    self["derivationExpression"] = attribute.derivationExpression
    self["valueTransformerName"] = attribute.valueTransformerName
    self["customClassName"] = attribute.attributeValueClassName
    set("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
    set("preserveAfterDeletion", attribute.preservesValueInHistoryOnDeletion)
    set("spotlightIndexingEnabled", attribute.isIndexedBySpotlight)
    set("allowsCloudEncryption", attribute.allowsCloudEncryption)
    self["elementID"] = attribute.renamingIdentifier
    self["versionHashModifier"] = attribute.versionHashModifier
    children = attribute.elements.map { ModelElement($0) }
    append(attribute.userInfo)
  }

  private mutating func set(_ rules: AttributeRules, isDate: Bool) {
    let minimum = rules.minimumValue.modelText ?? rules.minimumLength.map { String($0) }
    let maximum = rules.maximumValue.modelText ?? rules.maximumLength.map { String($0) }
    self[isDate ? "minDateTimeInterval" : "minValueString"] = minimum
    self[isDate ? "maxDateTimeInterval" : "maxValueString"] = maximum
    self["regularExpressionString"] = rules.regularExpression
  }

  private init(_ relationship: RelationshipDescription) {
    self.init("relationship", "name", relationship.name)
    self["destinationEntity"] = relationship.destinationEntity
    self["inverseName"] = relationship.inverseName
    if relationship.inverseName != nil { self["inverseEntity"] = relationship.destinationEntity }
    set("optional", relationship.isOptional)
    set("transient", relationship.isTransient)
    set("toMany", relationship.isToMany)
    set("ordered", relationship.isOrdered)
    if relationship.minCount != 0 { self["minCount"] = String(relationship.minCount) }
    if relationship.maxCount != 0 { self["maxCount"] = String(relationship.maxCount) }
    setWord(
      "deletionRule", RelationshipDescription.DeleteRule.allCases.firstIndex(of: relationship.deleteRule))
    self["elementID"] = relationship.renamingIdentifier
    self["versionHashModifier"] = relationship.versionHashModifier
    append(relationship.userInfo)
  }

  private init(_ property: FetchedPropertyDescription) {
    self.init("fetchedProperty", "name", property.name)
    set("optional", property.isOptional)
    self["elementID"] = property.renamingIdentifier
    children = [ModelElement(property.fetchRequest, name: nil)]
    append(property.userInfo)
  }

  private init(_ request: FetchRequestTemplate, name: String?) {
    self.init("fetchRequest")
    self["name"] = name
    self["entity"] = request.entityName
    self["predicateString"] = request.predicateFormat
    if request.resultType != .managedObjects {
      setWord("resultType", FetchRequestTemplate.ResultType.allCases.firstIndex(of: request.resultType))
    }
    if request.fetchLimit != 0 { self["fetchLimit"] = String(request.fetchLimit) }
    if request.fetchBatchSize != 0 { self["fetchBatchSize"] = String(request.fetchBatchSize) }
    set("includeSubentities", request.includesSubentities)
    set("includePropertyValues", request.includesPropertyValues)
    set("includesPendingChanges", request.includesPendingChanges)
    set("returnObjectsAsFaults", request.returnsObjectsAsFaults)
    set("returnDistinctResults", request.returnsDistinctResults)
  }

  private init(_ index: FetchIndexDescription) {
    self.init("fetchIndex", "name", index.name)
    self["partialIndexPredicate"] = index.partialIndexPredicate
    children = index.elements.map { element in
      var child = ModelElement("fetchIndexElement")
      if !element.property.isEmpty { child["property"] = element.property }
      child["expression"] = element.expression
      child["type"] = element.collation == .binary ? "Binary" : "RTree"
      child["order"] = element.ascending ? "ascending" : "descending"
      return child
    }
  }

  /// Xcode leaves out what is NO.
  private mutating func set(_ name: String, _ flag: Bool) { if flag { self[name] = "YES" } }

  /// Writes the word of a field's list at a position.
  private mutating func setWord(_ name: String, _ index: Int?) {
    let field = ElementKind(rawValue: self.name)?.fields.first { $0.xml == name }
    if case .word(_, let words)? = field?.form { self[name] = index.map { words[$0] } }
  }

  private mutating func append(_ userInfo: [String: String]) {
    if userInfo.isEmpty { return }
    var list = ModelElement("userInfo")
    list.children = userInfo.sorted { $0.key < $1.key }.map { key, value in
      var entry = ModelElement("entry", "key", key)
      entry["value"] = value
      return entry
    }
    children.append(list)
  }
}
