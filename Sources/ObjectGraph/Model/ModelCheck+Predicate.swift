import PredicateLanguage

extension ModelCheck {
  /// Notes a predicate that cannot be read; what is not supported may be in a model and be refused where it is used.
  mutating func checkPredicate(
    _ text: String?, _ subject: String, about part: ModelPart, entity: String? = nil, property: String? = nil
  ) {
    guard let text else { return }
    do throws(PredicateTextError) {
      _ = try ParsedPredicate(parsing: text)
    } catch {
      guard error.kind == .syntax else { return }
      complain(
        "\(subject) cannot be read: \(error)", about: part, entity: entity, property: property,
        nearest: error.nearest)
    }
  }

  mutating func checkPredicate(
    of request: FetchRequestTemplate, _ subject: String, about part: ModelPart, entity: String? = nil,
    property: String? = nil
  ) {
    checkPredicate(request.predicateFormat, subject, about: part, entity: entity, property: property)
  }
}
