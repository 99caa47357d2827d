import FoundationEssentials
import ObjectGraph
import SQLite

/// Stores of older models.
extension StoreOpener {
  /// How a store of another model becomes one of this model, with everything counted that would be lost.
  ///
  /// Only reads.
  /// - Throws: `StoreError.incompatible` if it is not to be migrated, or if no entity of it is in the model;
  ///   `.migration` if it cannot be as the options say.
  func planMigration(
    of metadata: StoreMetadata, _ identifier: UUID, on connection: Connection
  ) throws(StoreError) -> PlannedMigration {
    let entities = metadata.incompatibleEntities(with: schema.configuration)
    func failure(_ reason: MigrationFailure.Reason) -> StoreError {
      .migration(MigrationFailure(entities: entities, reason: reason))
    }
    if migration == .never || options.isReadOnly { throw .incompatible(entities: entities) }
    guard let source = try sourceModel(of: metadata, on: connection) else {
      throw failure(.unknownSourceModel)
    }
    if migration == .explicit { throw failure(.inferenceNotAllowed) }
    try checkNumbers(of: try StoreSchema(StoreConfiguration(source)), connection)
    let planned: PlannedMigration
    do throws(MigrationObstacles) {
      planned = PlannedMigration(
        plan: try MigrationPlan(from: source, to: schema.model), oldModel: source, metadata: metadata,
        identifier: identifier)
    } catch {
      throw failure(.notInferable(error.obstacles))
    }
    // A model in which nothing of the store goes on is no newer one of its kind, even if nothing would be lost.
    guard planned.plan.entityMappings.contains(where: { $0.kind == .copy || $0.kind == .transform }) else {
      throw .incompatible(entities: entities)
    }
    let survey = try MigrationSurvey(planned, to: schema, on: connection)
    if !survey.losses.isEmpty, migration != .lossy { throw failure(.losesData(survey.losses)) }
    if !survey.collisions.isEmpty { throw failure(.constraint(survey.collisions)) }
    return planned.counted(survey)
  }

  /// Makes a copy of the store, then makes it a store of this model, in one transaction.
  ///
  /// - Parameter migration: what was done; nil if another process was faster.
  func migrate(_ connection: Connection, _ migration: inout StoreMigration?) throws(StoreError) -> UUID {
    var backup: StoreBackup?
    var isRewritten = false
    do throws(StoreError) {
      let (identifier, plan) = try connection.transaction(.immediate) {
        () throws(StoreError) -> (UUID, MigrationPlan?) in
        guard case .differs(let identifier, let metadata) = try standing(connection) else {
          return (try check(connection), nil)
        }
        let planned = try planMigration(of: metadata, identifier, on: connection)
        // Nobody else writes meanwhile, so the copy is the store as it was.
        backup = try StoreBackup(of: path, before: metadata.modelName)
        try StoreRewriter(planned, to: schema, on: connection).run()
        isRewritten = true
        return (identifier, planned.plan)
      }
      if let plan, let backup {
        migration = StoreMigration(plan: plan, backupPath: backup.path)
        // Gives back the room of the old tables; without it new objects use it.
        try? connection.execute("PRAGMA incremental_vacuum")
      }
      return identifier
    } catch {
      // Whether a commit that failed in another way will not be found after all is not certain.
      if !isRewritten || error == .full { backup?.withdraw() }
      throw error
    }
  }
}

/// Everything that is known before a migration begins.
struct PlannedMigration {
  private(set) var plan: MigrationPlan
  let oldModel: ManagedObjectModel
  let metadata: StoreMetadata
  let identifier: UUID

  /// The same with the losses that there are.
  func counted(_ survey: MigrationSurvey) -> PlannedMigration {
    var counted = self
    counted.plan.losses = survey.losses
    return counted
  }
}
