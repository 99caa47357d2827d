import BinaryFormats

extension ManagedObjectModel {
  /// Reads a model as Core Data archives it, in the cache of a store and in a compiled model.
  ///
  /// It has everything that says how objects are stored and what they were called before. Rules, indexes, fetched
  /// properties, configurations and notes are left out.
  /// - Returns: nil for what is not understood wholly, such as derived attributes.
  /// - Complexity: O(bytes), and what `init(entities:)` takes.
  package init?(keyedArchive bytes: [UInt8]) {
    do throws(PropertyListError) {
      var reader = ArchivedModelReader(archive: try KeyedArchive(bytes))
      let (entities, identifiers) = try reader.model()
      guard let model = try? ManagedObjectModel(entities: entities, versionIdentifiers: identifiers) else {
        return nil
      }
      self = model
    } catch {
      return nil
    }
  }
}

/// Makes descriptions of those that Core Data has archived.
struct ArchivedModelReader {
  var archive: KeyedArchive

  typealias Object = KeyedArchive.Object

  init(archive: KeyedArchive) { self.archive = archive }

  /// All entities and the model's free names.
  ///
  /// - Throws: `PropertyListError` for everything that is not understood.
  mutating func model() throws(PropertyListError) -> (entities: [EntityDescription], identifiers: [String]) {
    let root = try checked(try archive.root(), "NSManagedObjectModel")
    var entities: [EntityDescription] = []
    var names: Set<String> = []
    for (name, reference) in try archive.entries("NSEntities", of: root) {
      let object = try checked(try archive.object(at: reference), "NSEntityDescription")
      guard names.insert(name).inserted else { throw .malformed(object: object.number) }
      entities.append(try entity(object, name))
    }
    return (entities, try strings(try archive.elements("NSVersionIdentifiers", of: root), of: root))
  }

  private mutating func entity(
    _ object: Object, _ name: String
  ) throws(PropertyListError) -> EntityDescription {
    guard try self.name("NSEntityName", of: object) == name else { throw .malformed(object: object.number) }
    let superentity = try archive.object("NSSuperentity", of: object)
    let parent: String? =
      if let superentity { try self.name("NSEntityName", of: superentity) } else { nil }
    let inherited = try superentity.map { parent throws(PropertyListError) in
      Set(try archive.entries("NSProperties", of: parent).map(\.key))
    }
    var properties: [PropertyDescription] = []
    for (name, reference) in try archive.entries("NSProperties", of: object)
    where inherited?.contains(name) != true {
      if let property = try property(at: reference, name) { properties.append(property) }
    }
    var constraints: [[String]] = []
    for reference in try archive.elements("NSUniqueTuples", of: object) {
      guard let list = try archive.object(at: reference) else { throw .malformed(object: object.number) }
      constraints.append(try strings(try archive.elements(of: list), of: list))
    }
    return EntityDescription(
      name, superentity: parent, isAbstract: try archive.flag("NSIsAbstract", of: object),
      properties: properties, uniquenessConstraints: constraints,
      managedObjectClassName: try archive.string("NSClassNameForEntity", of: object),
      renamingIdentifier: try renamingIdentifier(of: object, name),
      versionHashModifier: try archive.string("NSVersionHashModifier", of: object))
  }
}

// MARK: - Values

extension ArchivedModelReader {
  func checked(_ object: Object?, _ className: String) throws(PropertyListError) -> Object {
    guard let object, object.className == className else { throw .malformed(object: object?.number ?? 0) }
    return object
  }

  mutating func name(_ key: String, of object: Object) throws(PropertyListError) -> String {
    guard let name = try archive.string(key, of: object) else { throw .malformed(object: object.number) }
    return name
  }

  /// Core Data archives the name itself where nothing was renamed.
  mutating func renamingIdentifier(
    of object: Object, _ name: String
  ) throws(PropertyListError) -> String? {
    let identifier = try archive.string("NSRenamingIdentifier", of: object)
    return identifier == name ? nil : identifier
  }

  private mutating func strings(
    _ references: [PropertyList], of object: Object
  ) throws(PropertyListError) -> [String] {
    var strings: [String] = []
    for reference in references {
      guard let string = try archive.string(at: reference) else { throw .malformed(object: object.number) }
      strings.append(string)
    }
    return strings
  }
}
