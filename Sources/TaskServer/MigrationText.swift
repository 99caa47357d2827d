import PredicateLanguage
import JSON
import ObjectGraph

/// What stands against a migration, in words and numbers.
enum MigrationText {
  /// Apple's number of the error.
  static func code(_ reason: MigrationFailure.Reason) -> Int {
    switch reason {
    case .losesData: 134_110
    case .constraint: 134_111
    case .unknownSourceModel: 134_130
    case .inferenceNotAllowed: 134_140
    case .notInferable: 134_190
    }
  }

  /// A clause that follows "the store was made with another model".
  static func clause(_ failure: MigrationFailure) -> String {
    switch failure.reason {
    case .unknownSourceModel:
      "that is not known; these entities differ: \(failure.entities.joined(separator: ", "))"
    case .inferenceNotAllowed: "and how it is migrated may not be inferred"
    case .notInferable(let obstacles):
      "and cannot be migrated: \(obstacles.map(\.description).joined(separator: "; "))"
    case .losesData(let losses):
      "and migrating it would throw away \(losses.map(\.description).joined(separator: ", "))"
        + "; --migrate lossy allows that"
    case .constraint(let collisions):
      "and cannot be migrated, since values are not unique: "
        + collisions.map { clause($0) }.joined(separator: "; ")
    }
  }

  private static func clause(_ collision: MigrationCollision) -> String {
    let names = collision.constraint.joined(separator: " and ")
    let keys = collision.objectIDs.compactMap(\.primaryKey).map { "p\($0)" }.joined(separator: ", ")
    let rest = collision.count > collision.objectIDs.count ? ", …" : ""
    return "\(collision.count) objects of \(collision.entity) have the same \(names) (\(keys)\(rest))"
  }

  /// The members of the error's data beside `entities`.
  static func details(_ reason: MigrationFailure.Reason) -> JSONObject {
    switch reason {
    case .unknownSourceModel, .inferenceNotAllowed: JSONObject()
    case .notInferable(let obstacles): ["obstacles": .array(obstacles.map { json($0) })]
    case .losesData(let losses): ["losses": .array(losses.map { WireMigrationLoss($0).json })]
    case .constraint(let collisions): ["collisions": .array(collisions.map { json($0) })]
    }
  }

  private static func json(_ obstacle: MigrationObstacle) -> JSONValue {
    var members: JSONObject = ["entity": .string(obstacle.entity)]
    if let property = obstacle.property { members["property"] = .string(property) }
    members["summary"] = .string(obstacle.description)
    return .object(members)
  }

  private static func json(_ collision: MigrationCollision) -> JSONValue {
    [
      "entity": .string(collision.entity),
      "constraint": .array(collision.constraint.map { .string($0) }),
      "objectIDs": .array(collision.objectIDs.map { .string($0.uri) }),
      "count": .integer(Int64(collision.count)),
    ]
  }
}
