/// A fetch request that stands for a property of each object; a plain value.
///
/// Its predicate may use `$FETCH_SOURCE`, the object, and `$FETCHED_PROPERTY`, this description.
public struct FetchedPropertyDescription: Hashable, Sendable {
  /// Unique within the entity and everything it inherits.
  public var name: String
  /// What is fetched.
  public var fetchRequest: FetchRequestTemplate
  /// Whether it may be missing; for information.
  public var isOptional: Bool
  /// What it was called in the version of the model before; nil if its name stayed.
  public var renamingIdentifier: String?
  /// What its author noted about it.
  public var userInfo: [String: String]

  /// Declares a fetched property.
  public init(
    _ name: String, _ fetchRequest: FetchRequestTemplate, isOptional: Bool = true,
    renamingIdentifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.fetchRequest = fetchRequest
    self.isOptional = isOptional
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }
}
