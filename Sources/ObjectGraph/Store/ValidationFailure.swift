public import PredicateLanguage

/// One value that may not be saved.
public struct ValidationFailure: Hashable, Sendable {
  /// What is wrong; raw values are Apple's numbers in NSCocoaErrorDomain.
  public enum Reason: Int, Hashable, Sendable, CaseIterable {
    /// What a hook of the program found.
    case managedObjectValidation = 1550
    case missingMandatoryProperty = 1570
    case relationshipLacksMinimumCount = 1580
    case relationshipExceedsMaximumCount = 1590
    case relationshipDeniedDelete = 1600
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
  /// The name of the attribute or relationship at fault.
  public var property: String
  /// The value it may not have; for the count of a to-many relationship the number of its members, for a denied deletion
  /// one of the objects that are still there.
  public var value: AttributeValue
  /// What a hook said of it, for a person; nil for what the model rules out.
  public var message: String?
  /// True: the object was changed inside the `atomically` block that failed, and that change was withdrawn.
  public var wasWithdrawn = false
}
