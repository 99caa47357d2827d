import JSONRPC

/// The kinds of errors of this server, beside those of every JSON-RPC server.
///
/// Codes are Apple's of NSCocoaErrorDomain where Core Data has one, else ours from 1 up; none is ever used
/// again.
extension ErrorKind {
  /// In the order the manual prints them.
  static let ofTaskServer: [ErrorKind] = [
    predicateSyntax, predicateUnknownKey, predicateType, predicateUnsupported, predicateArguments,
    unknownEntity,
    unknownProperty, valueType, validation, objectNotFound, unknownContext, contextExists, contextLimit,
    contextHasChanges, storeLocked, storeReadOnly, storeOpen, storeCorrupt, storeIncompatible, storeFull,
    mergeConflict, constraintConflict, versionConflict,
  ]

  /// What any method with a predicate may give.
  static let ofPredicates = [
    predicateSyntax, predicateUnknownKey, predicateType, predicateUnsupported, predicateArguments,
    valueType,
  ]

  /// What any method that reads objects may give.
  static let ofReading = [unknownContext, storeOpen, storeCorrupt]

  /// What any method that can save may give.
  static let ofSaving = [
    validation, mergeConflict, constraintConflict, versionConflict, storeLocked, storeReadOnly, storeFull,
  ]

  static let predicateSyntax = ErrorKind(
    "predicate.syntax", code: 1, "The text is not a predicate.",
    members: ["pointer", "range", "expected", "hint"])
  static let predicateUnknownKey = ErrorKind(
    "predicate.unknownKey", code: 2, "A key path names no property of the entity.",
    members: ["pointer", "range", "key", "nearest", "hint"])
  static let predicateType = ErrorKind(
    "predicate.type", code: 3, "Two sides of a comparison cannot be compared.",
    members: ["pointer", "range", "hint"])
  static let predicateUnsupported = ErrorKind(
    "predicate.unsupported", code: 4, "A construct of the language that is not supported.",
    members: ["pointer", "range", "hint"])
  static let predicateArguments = ErrorKind(
    "predicate.arguments", code: 5, "Arguments and placeholders do not fit.",
    members: ["pointer", "range", "hint"])
  static let unknownEntity = ErrorKind(
    "entity.unknown", code: 6,
    "The model has no such entity, or none that the method can work with (`hint`).",
    members: ["entity", "nearest", "hint"])
  static let unknownProperty = ErrorKind(
    "property.unknown", code: 7, "The entity has no such property.",
    members: ["pointer", "property", "nearest", "index"])
  static let valueType = ErrorKind(
    "value.type", code: 8,
    "A value does not fit its attribute, or is no object that its relationship may lead to.",
    members: ["pointer", "expected", "index"])
  static let validation = ErrorKind(
    "validation", code: 1560,
    "Values may not be saved; every one is listed: {code, name, objectID, property, value, thisRequest}. A single "
      + "failure has its own code, such as 1570.",
    members: ["errors"])
  static let objectNotFound = ErrorKind(
    "object.notFound", code: 133_000, "No object has the key.",
    members: ["objectID", "uuid", "number", "pointer", "index"])
  static let unknownContext = ErrorKind(
    "context.unknown", code: 9, "No context has the name.", members: ["pointer", "context", "nearest"])
  static let contextExists = ErrorKind(
    "context.exists", code: 10, "Another context has the name.", members: ["pointer", "context"])
  static let contextLimit = ErrorKind(
    "context.limit", code: 11, "There are too many contexts; close one.", members: ["maximum"])
  static let contextHasChanges = ErrorKind(
    "context.hasChanges", code: 12, "The context has unsaved changes; save them or say `discard: true`.",
    members: ["context", "inserted", "updated", "deleted"])
  static let storeLocked = ErrorKind(
    "store.locked", code: 134_090,
    "Another process was writing for longer than the busy timeout.")
  static let storeReadOnly = ErrorKind(
    "store.readOnly", code: 14, "The store is read-only.")
  static let storeOpen = ErrorKind("store.open", code: 134_080, "The store cannot be opened.")
  static let storeCorrupt = ErrorKind("store.corrupt", code: 15, "The store is damaged.")
  static let storeIncompatible = ErrorKind(
    "store.incompatible", code: 134_100,
    "The store was made with another model; it is untouched. 134130: that model is unknown; 134140, 134190: no migration "
      + "can be inferred (`obstacles`); 134110: one would lose something (`losses`); 134111: values are not unique "
      + "(`collisions`).",
    members: ["entities", "obstacles", "losses", "collisions"])
  static let storeFull = ErrorKind(
    "store.full", code: 16, "The medium is full.")
  static let mergeConflict = ErrorKind(
    "conflict.merge", code: 133_020,
    "Objects were changed here and by somebody else: {objectID, keys, yours, theirs, base, thisRequest} for each, "
      + "null for a side that deleted it. `keys` are the properties that both sides changed; none after a deletion. "
      + "Go on with `object.refresh` or `context.rollback`.", members: ["conflicts"])
  static let constraintConflict = ErrorKind(
    "conflict.constraint", code: 133_021, "A unique value is taken.",
    members: ["constraint", "values", "objectID", "existingObjectID", "thisRequest"])
  static let versionConflict = ErrorKind(
    "conflict.version", code: 17, "The object does not have the version that `ifVersion` asks for.",
    members: ["objectID", "expected", "actual", "object", "thisRequest"])
}
