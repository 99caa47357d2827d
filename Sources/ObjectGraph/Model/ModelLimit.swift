/// What a model may have at most.
package enum ModelLimit {
  /// Entities of a model: the numbers from 16001 on belong to Core Data's own entities.
  package static let entities = 16_000
  /// Properties of all entities, those that an entity inherits counted again: each entity holds them.
  package static let properties = 500_000
  /// Entities that inherit from each other in one line; each holds what all above it declare.
  package static let inheritance = 100
  /// Complaints that look for the name that was meant, which takes time for each name of the model.
  package static let hints = 20
}
