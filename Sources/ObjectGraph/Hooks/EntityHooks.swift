import PredicateLanguage

/// What a program does when objects of an entity are made, read, changed, deleted and saved: closures in the place of the
/// methods that a subclass of Core Data's `NSManagedObject` overrides.
///
/// ```swift
/// var hooks = EntityHooks()
/// hooks.awakeFromInsert = { note throws(StoreError) in
///   try note.setValue(.string("untitled"), forKey: "title")
/// }
/// hooks.validateForUpdate = { note in
///   note.isLocked ? [note.failure("a locked note cannot change", forKey: "text")] : []
/// }
/// coordinator.setHooks(hooks, forEntityName: "Note")
/// ```
/// They run on the queue of the context whose object it is, those of a superentity before those of its subentities.
public struct EntityHooks: Sendable {
  /// Something to do with an object.
  public typealias Action = @Sendable (ManagedObject) throws(StoreError) -> Void
  /// What may not be saved of an object; empty if everything may.
  public typealias Check = @Sendable (ManagedObject) throws(StoreError) -> [ValidationFailure]

  /// After an object was made, with its first values; an error takes the insertion back.
  public var awakeFromInsert: Action?
  /// When a context first hands out an object that was saved before.
  public var awakeFromFetch: Action?
  /// Before a save looks at an object that it inserts, changes or deletes.
  ///
  /// It may change the object, which is then asked again. An error stops the save; what was changed before stays pending.
  public var willSave: Action?
  /// After a save wrote an object; also for deleted ones, which can no longer be read.
  public var didSave: (@Sendable (ManagedObject) -> Void)?
  /// Before an object is deleted, by hand or by a delete rule; an error takes the deletion back.
  public var prepareForDeletion: Action?
  /// Before a new object is saved.
  public var validateForInsert: Check?
  /// Before changes of an object are saved.
  public var validateForUpdate: Check?
  /// Before an object's deletion is saved.
  public var validateForDelete: Check?

  /// No hooks.
  public init() {}
}

extension ManagedObject {
  /// A failure for a hook that validates: number 1550, `NSManagedObjectValidationError`.
  ///
  /// - Parameters:
  ///   - message: one sentence for a person.
  ///   - key: the property at fault.
  public func failure(_ message: String, forKey key: String) -> ValidationFailure {
    ValidationFailure(
      reason: .managedObjectValidation, objectID: objectID, property: key,
      value: (try? value(forKey: key)) ?? .null, message: message)
  }
}
