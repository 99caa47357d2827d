public import PredicateLanguage

/// One value that may not be saved.
public struct ValidationFailure: Hashable, Sendable {
  /// What is wrong; raw values are Apple's numbers in NSCocoaErrorDomain.
  public enum Reason: Int, Hashable, Sendable {
    case missingMandatoryProperty = 1570
  }

  /// What is wrong.
  public var reason: Reason
  /// The object that may not be saved.
  public var objectID: ObjectID
  /// The name of the attribute at fault.
  public var property: String
  /// The value it may not have.
  public var value: AttributeValue
  /// True: the object was changed inside the `atomically` block that failed, and that change was withdrawn.
  public var wasWithdrawn = false
}
