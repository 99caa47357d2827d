public import PredicateLanguage

/// The values of one object at one moment: what leaves a context, and what a change is based on.
public struct ObjectSnapshot: Hashable, Sendable {
  /// Whose values they are.
  public var objectID: ObjectID
  /// The row version the values are based on: 1 when first saved, one more with each saved change; 0 for an
  /// object that was never saved.
  public var version: Int64
  /// One value for each of `EntityDescription.columns`.
  public var values: [AttributeValue]

  /// Puts a snapshot together.
  public init(objectID: ObjectID, version: Int64, values: [AttributeValue]) {
    self.objectID = objectID
    self.version = version
    self.values = values
  }
}
