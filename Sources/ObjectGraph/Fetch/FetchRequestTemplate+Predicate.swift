public import PredicateLanguage

extension ManagedObjectModel {
  /// The fetch request that the model keeps under a name, compared by UTF-8 bytes; nil if there is none.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestTemplate? {
    fetchRequestTemplatesByName.first { sameBytes($0.key, name) }?.value
  }

  /// A request made of a template, its variables filled in; nil if the model has none of the name.
  ///
  /// ```swift
  /// let request = try model.fetchRequestFromTemplate(
  ///   withName: "urgent", substitutionVariables: ["LEVEL": .integer(3)])
  /// ```
  /// - Parameter variables: values by the name without the dollar sign.
  /// - Throws: `PredicateTextError` of kind `arguments` unless every variable has a value and every value a variable;
  ///   `unsupported` for a predicate that cannot be used yet.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: PredicateValue] = [:]
  ) throws(PredicateTextError) -> FetchRequest? {
    guard let template = fetchRequestTemplate(forName: name) else { return nil }
    let predicate = try template.predicate(substituting: PredicateArguments(named: variables))
    var request = FetchRequest(entityName: template.entityName, predicate: predicate)
    request.fetchLimit = Int(template.fetchLimit)
    request.includesPendingChanges = template.includesPendingChanges
    request.resultType = template.resultType
    request.returnsDistinctResults = template.returnsDistinctResults
    return request
  }
}

extension FetchRequestTemplate {
  /// The predicate with its variables filled in; nil for all objects.
  ///
  /// - Throws: as `ManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)`.
  public func predicate(
    substituting arguments: PredicateArguments
  ) throws(PredicateTextError) -> ParsedPredicate? {
    guard let predicateFormat else {
      // What no variable takes is a mistake here, too.
      guard arguments == .none else {
        throw PredicateTextError(.arguments, "There is no predicate that takes values.", at: nil)
      }
      return nil
    }
    return try ParsedPredicate(parsing: predicateFormat).substituting(arguments)
  }
}
