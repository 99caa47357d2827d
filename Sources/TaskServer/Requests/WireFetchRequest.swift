import JSONRPC
import ObjectGraph

/// A fetch request that the model keeps, as clients see it.
///
/// What is as in most requests is absent.
struct WireFetchRequest: WireShape {
  var name: String?
  var entity: String
  var predicate: String?
  var resultType: String?
  var fetchLimit: Int64?
  var fetchBatchSize: Int64?
  var includesSubentities: Bool?
  var includesPropertyValues: Bool?
  var includesPendingChanges: Bool?
  var returnsObjectsAsFaults: Bool?
  var returnsDistinctResults: Bool?

  static let shape = Shape(
    Self.init(
      name:entity:predicate:resultType:fetchLimit:fetchBatchSize:includesSubentities:includesPropertyValues:
      includesPendingChanges:returnsObjectsAsFaults:returnsDistinctResults:),
    Field("name", "Its name; absent inside of a fetched property.") { $0.name },
    Field("entity", "The entity whose objects are wanted.") { $0.entity },
    Field("predicate", "Which objects, with `$NAME` for what is filled in; absent for all.") { $0.predicate },
    Field("resultType", "`objectIDs`, `dictionaries` or `count`; absent for objects.") { $0.resultType },
    Field("fetchLimit", "Most objects; absent for all.") { $0.fetchLimit },
    Field("fetchBatchSize", "For information.") { $0.fetchBatchSize },
    Field("includesSubentities", "False if objects of subentities do not count.") { $0.includesSubentities },
    Field("includesPropertyValues", "For information.") { $0.includesPropertyValues },
    Field("includesPendingChanges", "False if unsaved changes do not count.") { $0.includesPendingChanges },
    Field("returnsObjectsAsFaults", "For information.") { $0.returnsObjectsAsFaults },
    Field("returnsDistinctResults", "True if equal results come once.") { $0.returnsDistinctResults })
}

extension WireFetchRequest {
  static var schema: JSONSchema {
    shape.schema.titled("FetchRequest").described("A fetch request as the model keeps it.")
  }

  init(_ request: FetchRequestTemplate, name: String?) {
    func unlessTrue(_ flag: Bool) -> Bool? { flag ? nil : false }
    func unlessZero(_ number: Int32) -> Int64? { number == 0 ? nil : Int64(number) }
    self.init(
      name: name, entity: request.entityName, predicate: request.predicateFormat,
      resultType: request.resultType.wireName, fetchLimit: unlessZero(request.fetchLimit),
      fetchBatchSize: unlessZero(request.fetchBatchSize),
      includesSubentities: unlessTrue(request.includesSubentities),
      includesPropertyValues: unlessTrue(request.includesPropertyValues),
      includesPendingChanges: unlessTrue(request.includesPendingChanges),
      returnsObjectsAsFaults: unlessTrue(request.returnsObjectsAsFaults),
      returnsDistinctResults: request.returnsDistinctResults.ifTrue)
  }
}

extension FetchRequestTemplate.ResultType {
  /// Nil for objects.
  fileprivate var wireName: String? {
    switch self {
    case .managedObjects: nil
    case .managedObjectIDs: ResultType.objectIDs.rawValue
    case .dictionaries: ResultType.dictionaries.rawValue
    case .count: "count"
    }
  }
}

/// A fetch request that stands for a property, as clients see it.
struct WireFetchedProperty: WireShape {
  var name: String
  var isOptional: Bool
  var fetchRequest: WireFetchRequest
  var renamingIdentifier: String?
  var userInfo: WireMap<String>?

  static let shape = Shape(
    Self.init(name:isOptional:fetchRequest:renamingIdentifier:userInfo:),
    Field("name", "Its name.") { $0.name },
    Field("isOptional", "For information.") { $0.isOptional },
    Field("fetchRequest", "What is fetched; `$FETCH_SOURCE` is the object.") { $0.fetchRequest },
    Field("renamingIdentifier", "What it was called in the version of the model before.") {
      $0.renamingIdentifier
    },
    Field("userInfo", "What its author noted about it.") { $0.userInfo })
}

extension WireFetchedProperty {
  init(_ property: FetchedPropertyDescription) {
    self.init(
      name: property.name, isOptional: property.isOptional,
      fetchRequest: WireFetchRequest(property.fetchRequest, name: nil),
      renamingIdentifier: property.renamingIdentifier, userInfo: WireMap(userInfo: property.userInfo))
  }
}
