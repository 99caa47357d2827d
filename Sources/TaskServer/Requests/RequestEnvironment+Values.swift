import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage
import Spelling

extension RequestEnvironment {
  /// Writes an entity's objects as this client wants them.
  ///
  /// - Parameter properties: the only ones to write; nil for all.
  /// - Throws: `property.unknown` with the nearest name.
  func writer(of entity: EntityDescription, properties: [String]?) throws(RPCError) -> ObjectWriter {
    guard let properties else { return server.objectWriter(entity) }
    let members = [entity] + entity.subentities
    for (index, name) in properties.enumerated() {
      guard members.contains(where: { $0.canShow(name) }) else {
        throw Self.unknownProperty(name, of: entity, at: "/params/properties/\(index)")
      }
    }
    return server.objectWriter(entity, properties: properties)
  }

  /// The row of a new object.
  ///
  /// - Throws: `property.unknown`, `value.type` with the place.
  func newRow(
    _ values: RawJSON, of entity: EntityDescription, at pointer: String
  ) throws(RPCError) -> NewObjects {
    var reader = values.reader
    let row: ObjectReader.NewRow
    do throws(ValueError) {
      row = try ObjectReader(entity: entity, settings: wire).newRow(&reader, at: pointer)
    } catch {
      throw Faults.value(error, of: entity.name)
    }
    return NewObjects(rows: try withKeys([row], of: entity), links: [row.links])
  }

  /// The rows of new objects.
  ///
  /// - Throws: as for `newRow`, with the `index` of the first bad one.
  func newRows(
    _ objects: RawArray, of entity: EntityDescription, at pointer: String
  ) throws(RPCError) -> NewObjects {
    let object = ObjectReader(entity: entity, settings: wire)
    var reader = objects.reader
    var rows: [ObjectReader.NewRow] = []
    do throws(WireError) {
      try reader.enterArray()
    } catch {
      throw .invalidParams(error)
    }
    let cancellation = try context().cancellation
    while reader.nextElement() {
      if cancellation.isCancelled { throw .cancelled }
      cancellation.note(.reading, rows.count)
      do throws(ValueError) {
        rows.append(try object.newRow(&reader, at: "\(pointer)/\(rows.count)"))
      } catch {
        throw Faults.value(error, of: entity.name).adding("index", .integer(Int64(rows.count)))
      }
    }
    let links = entity.relationships.isEmpty ? [] : rows.map(\.links)
    return NewObjects(rows: try withKeys(rows, of: entity), links: links)
  }

  /// New values of an object.
  ///
  /// - Throws: as for `newRow`.
  func changes(
    _ values: RawJSON, of entity: EntityDescription, at pointer: String
  ) throws(RPCError) -> ObjectChanges {
    do throws(ValueError) {
      return try ObjectReader(entity: entity, settings: wire).changes(values, at: pointer)
    } catch {
      throw Faults.value(error, of: entity.name)
    }
  }

  /// Arguments of a predicate.
  func predicateArguments(
    _ arguments: JSONValue?, at pointer: String = WireArguments.pointer
  ) throws(RPCError) -> PredicateArguments {
    do throws(ValueError) {
      return try WireArguments.read(arguments, settings: wire, at: pointer)
    } catch {
      throw Faults.value(error, of: "A list of arguments")
    }
  }

  /// An optional predicate; an empty text is a mistake, not everything.
  func predicate(
    _ text: String?, _ arguments: JSONValue?, for entity: EntityDescription
  ) throws(RPCError) -> BoundPredicate? {
    guard let text else {
      guard arguments == nil else {
        throw .invalidParams(at: "/params/arguments", "There is no predicate that takes arguments.")
      }
      return nil
    }
    return try predicate(text, arguments, for: entity) as BoundPredicate
  }

  /// Sort keys bound to an entity, without those that decide nothing.
  ///
  /// - Throws: `property.unknown` with the place and the nearest name.
  func sort(_ keys: [SortKey], for entity: EntityDescription) throws(RPCError) -> [BoundSortDescriptor] {
    let binder = server.binder(for: entity)
    var bound: [BoundSortDescriptor] = []
    for (index, key) in keys.enumerated() {
      do throws(PredicateTextError) {
        bound.append(try binder.bind(key.descriptor))
      } catch {
        guard error.kind == .unknownKey else {
          throw .invalidParams(
            at: "/params/sort/\(index)", error.message, expected: "a property with an order")
        }
        throw Self.unknownKey(error, of: key.descriptor.key, of: entity, at: "/params/sort/\(index)")
      }
    }
    return bound.deciding
  }

  private var wire: WireSettings { server.connection.wire }

  private static func unknownProperty(
    _ name: String, of entity: EntityDescription, at pointer: String
  ) -> RPCError {
    let members = [entity] + entity.subentities
    let nearest = NearestName.of(name, in: members.flatMap(\.properties).map(\.name))
    return Faults.unknownProperty(name, of: entity.name, nearest: nearest, at: pointer)
  }

  /// A name in a path that its entity does not have.
  private static func unknownKey(
    _ error: PredicateTextError, of path: String, of entity: EntityDescription, at pointer: String
  ) -> RPCError {
    guard path.utf8.contains(UInt8(ascii: ".")), let name = error.key else {
      return unknownProperty(path, of: entity, at: pointer)
    }
    var details: JSONObject = ["pointer": .string(pointer), "property": .string(name)]
    if let nearest = error.nearest { details["nearest"] = .string(nearest) }
    let hint = error.nearest.map { " Did you mean \($0)?" } ?? ""
    return RPCError(.unknownProperty, error.message + hint, details: details)
  }
}

extension EntityDescription {
  /// Whether objects of the entity can show a property: a transient one has no value to show.
  fileprivate func canShow(_ name: String) -> Bool {
    columnIndex(named: name) != nil || relationship(named: name)?.isToMany == true
  }
}

extension Server {
  /// Resolves names against an entity, with this client's spelling of dates.
  func binder(for entity: EntityDescription) -> Binder {
    let coordinator = coordinator
    return Binder(
      entity: entity, model: coordinator.managedObjectModel,
      coercion: WireCoercion(settings: connection.wire) { coordinator.resolve($0) })
  }

  /// Writes an entity's whole objects as this client wants them.
  func objectWriter(_ entity: EntityDescription) -> ObjectWriter {
    wholeWriters.writer(of: entity) {
      ObjectWriter(entity: entity, store: store.identifier, settings: connection.wire)
    }
  }

  /// Writes some properties of an entity's objects.
  func objectWriter(_ entity: EntityDescription, properties: [String]) -> ObjectWriter {
    ObjectWriter(
      entity: entity, store: store.identifier, settings: connection.wire, properties: properties)
  }
}
