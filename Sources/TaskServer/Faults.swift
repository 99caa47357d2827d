import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage
import Spelling

/// The only place where errors of the engine become errors of the protocol.
///
/// SQL, file paths and reasons for the log stay here.
struct Faults {
  let server: Server
  /// NSManagedObjectExternalRelationshipError.
  private static let externalRelationshipCode = 133_010

  /// The error as the client sees it.
  func rpcError(_ error: StoreError) -> RPCError {
    switch error {
    case .invalid(let failures): validation(failures)
    case .conflict(let conflicts): mergeConflict(conflicts)
    case .constraint(let conflict): constraintConflict(conflict)
    case .version(let conflict): versionConflict(conflict)
    case .objectNotFound(let objectID): Self.objectNotFound(["objectID": .string(objectID.uri)])
    case .unknownEntity(let name): unknownEntity(name)
    case .unknownProperty(let entity, let property):
      RPCError(
        .unknownProperty, "\(entity) has no property \(property).", details: ["property": .string(property)])
    case .valueType(let property, let expected):
      RPCError(
        .valueType, "\(property) must be \(expected.name).",
        details: ["property": .string(property), "expected": .string(expected.name)])
    case .destination(let property, let expected, let objectID):
      RPCError(
        .valueType,
        "\(property) leads to objects of \(expected)" + (objectID.map { ", not of \($0.entity)." } ?? "."),
        details: ["property": .string(property), "expected": .string("an object of \(expected)")])
    case .externalRelationship(let property, let objectID):
      RPCError(
        code: Self.externalRelationshipCode, kind: ErrorKind.valueType.name,
        message: "\(property) cannot lead to an object of another store.",
        details: ["property": .string(property), "objectID": .string(objectID.uri)])
    case .derivedProperty(let name):
      RPCError(
        .valueType, "\(name) is derived: it is computed when the object is saved.",
        details: ["property": .string(name), "expected": "no value"])
    case .abstractEntity(let name):
      .invalidParams(
        at: "/params/entity", "\(name) is abstract: only its subentities have objects.",
        expected: "the name of an entity that is not abstract")
    // The wire has its own transformer and never asks for another.
    case .transformer(let property, let reason):
      RPCError(.valueType, "\(property): \(reason).", details: ["property": .string(property)])
    case .predicate(let error): Self.predicate(error, in: nil, .utf8)
    case .limit(let name, let maximum):
      .limitExceeded(inParams: name, maximum: maximum, "More \(name) than the limit of \(maximum).")
    case .request(let error): Self.dictionaries(error, .utf8)
    case .positionLost:
      .invalidParams(
        at: "/params/cursor",
        "The object before the cursor is needed to go on from there, and is gone or was changed; begin again."
      )
    case .cancelled: .cancelled
    // The server has one store, whose failure is all that went wrong.
    case .incompleteSave(_, _, let underlying): rpcError(underlying)
    case .locked, .readOnly, .open, .incompatible, .migration, .corrupt, .full, .failed: store(error)
    }
  }

  private func store(_ error: StoreError) -> RPCError {
    server.log(logLevel(error), StoreFailure.sentenceWhileOpen(error, server.configuration))
    return switch error {
    case .locked: RPCError(.storeLocked, "Another process is writing to the store; try again.")
    case .readOnly: RPCError(.storeReadOnly, "The store is read-only.")
    case .open: RPCError(.storeOpen, "The store cannot be opened.")
    case .incompatible(let entities):
      RPCError(
        .storeIncompatible, "The store was made with another model.",
        details: ["entities": .array(entities.map { .string($0) })])
    case .migration(let failure): migration(failure)
    case .corrupt: RPCError(.storeCorrupt, "The store is damaged.")
    case .full: RPCError(.storeFull, "No room is left for the store; nothing was saved.")
    default: .internalError
    }
  }

  private func migration(_ failure: MigrationFailure) -> RPCError {
    var details: JSONObject = ["entities": .array(failure.entities.map { .string($0) })]
    for member in MigrationText.details(failure.reason).members { details[member.key] = member.value }
    return RPCError(
      code: MigrationText.code(failure.reason), kind: ErrorKind.storeIncompatible.name,
      message: "The store was made with another model \(MigrationText.clause(failure)).", details: details)
  }

  /// A request that is refused is the client's to see; what is wrong with the medium is the user's, too.
  private func logLevel(_ error: StoreError) -> LogLevel {
    switch error {
    case .readOnly where server.configuration.isReadOnly: .debug
    case .locked: .info
    default: .warning
    }
  }

  private func unknownEntity(_ name: String) -> RPCError {
    let names = server.coordinator.managedObjectModel.entities.map(\.name)
    var details: JSONObject = ["entity": .string(name)]
    let nearest = NearestName.of(name, in: names)
    if let nearest { details["nearest"] = .string(nearest) }
    let hint = nearest.map { " Did you mean \($0)?" } ?? ""
    return RPCError(.unknownEntity, "There is no entity \(name).\(hint)", details: details)
  }

  /// The model keeps no fetch request of the name.
  func unknownTemplate(_ name: String) -> RPCError {
    let names = server.coordinator.managedObjectModel.fetchRequestTemplatesByName.keys
    let nearest = NearestName.of(name, in: names.sorted())
    let hint = nearest.map { " Did you mean \($0)?" } ?? ""
    let error = RPCError.invalidParams(
      at: "/params/template", "The model has no fetch request \(name).\(hint)",
      expected: names.isEmpty ? "nothing: the model keeps no fetch request" : "a name of model.describe")
    return nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  /// Methods that know their entity have none in this model, for a reason that is a clause.
  func missingEntity(of role: EntityRole, _ reason: String) -> RPCError {
    let hint = "object.* works with every entity of the model; model.describe lists them"
    return RPCError(
      .unknownEntity, "\(role.prefix).* cannot be used: \(reason). Use object.* instead.",
      details: ["entity": .string(role.entity), "hint": .string(hint)])
  }
}

// MARK: - Errors without a store behind them

extension Faults {
  /// No object fits the key; `key` says which key.
  static func objectNotFound(_ key: JSONObject) -> RPCError {
    RPCError(.objectNotFound, "There is no such object.", details: key)
  }

  /// The entity has no property of the name.
  static func unknownProperty(
    _ name: String, of entity: String, nearest: String?, at pointer: String
  ) -> RPCError {
    var details: JSONObject = ["pointer": .string(pointer), "property": .string(name)]
    if let nearest { details["nearest"] = .string(nearest) }
    let hint =
      name.hasPrefix("$") ? " " + reservedHint(at: pointer) : nearest.map { " Did you mean \($0)?" } ?? ""
    return RPCError(.unknownProperty, "\(entity) has no property \(name).\(hint)", details: details)
  }

  /// What can be said of a name that begins with `$` where a property was expected.
  private static func reservedHint(at pointer: String) -> String {
    if pointer.hasPrefix("/params/properties/") { return "Members that begin with $ always come." }
    if pointer.hasPrefix("/params/sort/") { return "Nothing can be sorted by members that begin with $." }
    return "Members that begin with $ cannot be set."
  }

  /// No context has the name.
  static func unknownContext(_ name: String, _ pool: ContextPool) -> RPCError {
    let echoed = name.prefix(bytes: ContextPool.nameLimit)
    var details: JSONObject = ["pointer": "/params/context", "context": .string(echoed)]
    let nearest = NearestName.of(name, in: pool.all.map(\.name))
    if let nearest { details["nearest"] = .string(nearest) }
    let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
    return RPCError(.unknownContext, "There is no context \"\(echoed)\".\(hint)", details: details)
  }

  /// A predicate that cannot be used; the range counts what the client asked for.
  static func predicate(
    _ error: PredicateTextError, in text: String?, _ positions: PositionEncoding,
    at pointer: String = "/params/predicate"
  ) -> RPCError {
    var details = PredicateDiagnostic(error, in: text, positions).members
    details["pointer"] = .string(pointer)
    return switch error.kind {
    case .syntax: RPCError(.predicateSyntax, error.message, details: details)
    case .arguments: RPCError(.predicateArguments, error.message, details: details)
    case .unsupported: RPCError(.predicateUnsupported, error.message, details: details)
    case .type: RPCError(.predicateType, error.message, details: details)
    case .unknownKey: RPCError(.predicateUnknownKey, error.message, details: details)
    case .limit:
      RPCError(
        code: ErrorKind.invalidParams.code, kind: ErrorKind.limitExceeded.name, message: error.message,
        details: details)
    }
  }
}

// MARK: - Errors that name objects

extension Faults {
  private func validation(_ failures: [ValidationFailure]) -> RPCError {
    let errors = failures.map { failure -> JSONValue in
      [
        "code": .integer(Int64(failure.reason.rawValue)), "name": .string(failure.reason.name),
        "objectID": .string(failure.objectID.uri), "property": .string(failure.property),
        "value": json(failure.value, of: failure.property, in: failure.objectID),
        "thisRequest": .bool(failure.wasWithdrawn),
      ]
    }
    let code = failures.count == 1 ? failures[0].reason.rawValue : ErrorKind.validation.code
    let message =
      failures.count == 1
      ? "\(failures[0].property) \(failures[0].reason.predicate)."
      : "\(failures.count) values may not be saved."
    return RPCError(
      code: code, kind: ErrorKind.validation.name, message: message, details: ["errors": .array(errors)])
  }

  private func mergeConflict(_ conflicts: [MergeConflict]) -> RPCError {
    let list = conflicts.map { conflict -> JSONValue in
      let keys = entity(conflict.objectID)?.propertyNames(ofColumns: conflict.columns) ?? []
      return [
        "objectID": .string(conflict.objectID.uri), "keys": .array(keys.map { .string($0) }),
        "yours": object(conflict.yours), "theirs": object(conflict.theirs), "base": object(conflict.base),
        "thisRequest": .bool(conflict.wasWithdrawn),
      ]
    }
    return RPCError(
      .mergeConflict, "Somebody else changed the same objects; nothing was saved.",
      details: ["conflicts": .array(list)])
  }

  private func constraintConflict(_ conflict: ConstraintConflict) -> RPCError {
    let names = conflict.constraint
    var values = JSONObject()
    for (name, value) in zip(names, conflict.values) {
      values[name] = json(value, of: name, in: conflict.objectID)
    }
    return RPCError(
      .constraintConflict, "Another object has the same \(names.joined(separator: " and ")).",
      details: [
        "constraint": .array(names.map { .string($0) }), "values": .object(values),
        "objectID": .string(conflict.objectID.uri),
        "existingObjectID": .string(conflict.existingObjectID.uri),
        "thisRequest": .bool(conflict.wasWithdrawn),
      ])
  }

  private func versionConflict(_ conflict: VersionConflict) -> RPCError {
    RPCError(
      .versionConflict, "The object does not have the expected version.",
      details: [
        "objectID": .string(conflict.objectID.uri), "expected": .integer(conflict.expected),
        "actual": conflict.actual.map { .integer($0.version) } ?? .null, "object": object(conflict.actual),
        "thisRequest": .bool(conflict.wasWithdrawn),
      ])
  }

  private func entity(_ objectID: ObjectID) -> EntityDescription? {
    server.coordinator.managedObjectModel.entity(named: objectID.entity)
  }

  private func object(_ snapshot: ObjectSnapshot?) -> JSONValue {
    guard let snapshot, let entity = entity(snapshot.objectID) else { return .null }
    return server.objectWriter(entity).json(snapshot)
  }

  private func json(_ value: AttributeValue, of property: String, in objectID: ObjectID) -> JSONValue {
    guard let entity = entity(objectID) else { return .null }
    if entity.relationship(named: property) != nil { return Self.json(ofRelationship: value) }
    guard let column = entity.columnIndex(named: property) else { return .null }
    return server.objectWriter(entity).json(value, column: column)
  }

  /// What is wrong with a relationship: how many objects are at its other end, or one that still is.
  private static func json(ofRelationship value: AttributeValue) -> JSONValue {
    switch value {
    case .integer(let count): .integer(count)
    case .objectID(let objectID): .string(objectID.uri)
    default: .null
    }
  }
}

extension EntityDescription {
  /// The properties that columns belong to, each once: a place in a list belongs to the relationship that leads there.
  fileprivate func propertyNames(ofColumns columns: [Int]) -> [String] {
    var names: [String] = []
    for column in columns {
      let name =
        column < propertyColumnCount
        ? self.columns[column].name
        : relationships.first { orderColumn(ofReference: $0.name) == column }?.name
      if let name, !names.contains(where: { sameBytes($0, name) }) { names.append(name) }
    }
    return names
  }
}

extension ValidationFailure.Reason {
  /// Apple's name of the error.
  var name: String {
    switch self {
    case .managedObjectValidation: "NSManagedObjectValidationError"
    case .missingMandatoryProperty: "NSValidationMissingMandatoryPropertyError"
    case .relationshipLacksMinimumCount: "NSValidationRelationshipLacksMinimumCountError"
    case .relationshipExceedsMaximumCount: "NSValidationRelationshipExceedsMaximumCountError"
    case .relationshipDeniedDelete: "NSValidationRelationshipDeniedDeleteError"
    case .numberTooLarge: "NSValidationNumberTooLargeError"
    case .numberTooSmall: "NSValidationNumberTooSmallError"
    case .dateTooLate: "NSValidationDateTooLateError"
    case .dateTooSoon: "NSValidationDateTooSoonError"
    case .stringTooLong: "NSValidationStringTooLongError"
    case .stringTooShort: "NSValidationStringTooShortError"
    case .stringPatternMatching: "NSValidationStringPatternMatchingError"
    }
  }

  /// What is wrong with a property, as the rest of a sentence that begins with its name.
  fileprivate var predicate: String {
    switch self {
    case .managedObjectValidation: "may not be saved"
    case .missingMandatoryProperty: "is required and has no value"
    case .relationshipLacksMinimumCount: "leads to too few objects"
    case .relationshipExceedsMaximumCount: "leads to too many objects"
    case .relationshipDeniedDelete: "still leads to objects, which denies the deletion"
    case .numberTooLarge: "is too large"
    case .numberTooSmall: "is too small"
    case .dateTooLate: "is too late"
    case .dateTooSoon: "is too soon"
    case .stringTooLong: "is too long"
    case .stringTooShort: "is too short"
    case .stringPatternMatching: "does not match its regular expression"
    }
  }
}

// MARK: - Values

extension Faults {
  /// A value, or a member of an object, that the model has no place for; `entity` is its name.
  static func value(_ error: ValueError, of entity: String) -> RPCError {
    switch error {
    case .notAnObject(let pointer):
      .invalidParams(
        at: pointer, "\(pointer) must be an object.", expected: "an object of values by property name")
    case .unknownProperty(let pointer, let name, let nearest):
      unknownProperty(name, of: entity, nearest: nearest, at: pointer)
    case .duplicateKey(let pointer):
      .invalidParams(at: pointer, "\(pointer) is a duplicate key: a member may be named once.")
    case .type(let pointer, let expected, _):
      RPCError(
        .valueType, "\(pointer) must be \(expected).",
        details: ["pointer": .string(pointer), "expected": .string(expected)])
    }
  }
}
