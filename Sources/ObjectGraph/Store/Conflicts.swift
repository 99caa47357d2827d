public import PredicateLanguage

/// An object that was changed here and, meanwhile, by somebody else.
public struct MergeConflict: Hashable, Sendable {
  /// The object both sides changed.
  public var objectID: ObjectID
  /// Columns changed on both sides; empty where either side deleted the object.
  public var columns: [Int]
  /// What is pending here; nil for a deletion.
  public var yours: ObjectSnapshot?
  /// What is committed; nil where it was deleted.
  public var theirs: ObjectSnapshot?
  /// What both started from.
  public var base: ObjectSnapshot
  /// True: the object was changed inside the `atomically` block that failed, and that change was withdrawn.
  public var wasWithdrawn = false
}

/// A new or changed object that claims a unique value another object holds.
public struct ConstraintConflict: Hashable, Sendable {
  /// The object that claims the values.
  public var objectID: ObjectID
  /// The object that holds the values; a temporary ID if it is new in the same save.
  public var existingObjectID: ObjectID
  /// Names of the attributes that must be unique together.
  public var constraint: [String]
  /// One for each name.
  public var values: [AttributeValue]
  /// True: the object was changed inside the `atomically` block that failed, and that change was withdrawn.
  public var wasWithdrawn = false
}

/// A row whose version is not the one its author expected.
public struct VersionConflict: Hashable, Sendable {
  /// The object.
  public var objectID: ObjectID
  /// The version its author asked for.
  public var expected: Int64
  /// The committed object; nil if it was deleted.
  public var actual: ObjectSnapshot?
  /// True: the object was changed inside the `atomically` block that failed, and that change was withdrawn.
  public var wasWithdrawn = false
}
