/// A model in positions instead of names: who inherits from whom and who declares what.
struct ModelLayout {
  /// A property by the entity that declares it.
  struct Place: Hashable {
    /// Position in `ManagedObjectModel.entities`.
    let entity: Int
    /// Position in `EntityDescription.ownProperties`.
    let property: Int
  }

  let entities: [EntityDescription]
  /// By entity: what it inherits from; nil for a root.
  let parents: [Int?]
  /// By entity: its stored properties, inherited ones included, in byte order of their names.
  let places: [[Place]]
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) {
    self.model = model
    entities = model.entities
    var parents: [Int?] = []
    var places: [[Place]] = []
    for (position, entity) in model.entities.enumerated() {
      // A superentity comes before its subentities.
      let parent = entity.superentityName.flatMap { model.entityNumber(named: $0) }.map { $0 - 1 }
      let own = entity.ownProperties.indices.map { Place(entity: position, property: $0) }
        .filter { entity.ownProperties[$0.property].isStored }
      let all = (parent.map { places[$0] } ?? []) + own
      parents.append(parent)
      places.append(
        all.sorted {
          PropertyDescription.precedes(
            Self.property($0, model.entities), Self.property($1, model.entities))
        })
    }
    self.parents = parents
    self.places = places
  }

  subscript(place: Place) -> PropertyDescription { Self.property(place, entities) }

  private static func property(_ place: Place, _ entities: [EntityDescription]) -> PropertyDescription {
    entities[place.entity].ownProperties[place.property]
  }

  /// The position of the entity of that name.
  func position(of name: String) -> Int? { model.entityNumber(named: name).map { $0 - 1 } }

  /// Where the entity at a position declares or inherits the property of that name.
  func place(of name: String, in entity: Int) -> Place? {
    places[entity].first { self[$0].name.utf8.elementsEqual(name.utf8) }
  }

  /// Whether one entity is another or inherits from it.
  func isEntity(_ entity: Int, _ ancestor: Int) -> Bool {
    var next: Int? = entity
    while let position = next {
      if position == ancestor { return true }
      next = parents[position]
    }
    return false
  }
}

extension PropertyDescription {
  /// False for what a store never sees.
  var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isTransient
    }
  }

  var renamingIdentifier: String? {
    switch self {
    case .attribute(let attribute): attribute.renamingIdentifier
    case .relationship(let relationship): relationship.renamingIdentifier
    }
  }

  var isAttribute: Bool { if case .attribute = self { true } else { false } }
}
