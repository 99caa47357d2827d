public import PredicateLanguage

/// One value that may not be saved.
public struct ValidationFailure: Hashable, Sendable {
  /// What is wrong; raw values are Apple's numbers in NSCocoaErrorDomain.
  public enum Reason: Int, Hashable, Sendable, CaseIterable {
    case missingMandatoryProperty = 1570
    case numberTooLarge = 1610
    case numberTooSmall = 1620
    case dateTooLate = 1630
    case dateTooSoon = 1640
    case stringTooLong = 1660
    case stringTooShort = 1670
    case stringPatternMatching = 1680
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
