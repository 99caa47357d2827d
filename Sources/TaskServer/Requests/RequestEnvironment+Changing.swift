import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// What a request made of objects.
struct ShownChange {
  /// The objects as they are after the request.
  var objects: [ObjectSnapshot]
  /// The members of their to-many relationships that are to be shown.
  var related = RelatedObjects()
  /// What was saved, if the request saves.
  var saved: SavedResult?
}

extension RequestEnvironment {
  /// Runs the changes of one request, all or none, and saves after them if asked.
  ///
  /// - Parameters:
  ///   - save: nil leaves it to `--autosave`.
  ///   - block: returns what the context shows of the objects it changed.
  /// - Returns: the objects as they are after the save, and what was saved if the request saves. They are not
  ///   read again: a save that others changed since is no less of a success.
  /// - Throws: the block's or the save's error; the request's own changes are withdrawn, earlier ones stay.
  func changing(
    save: Bool?, _ block: (ManagedObjectContext) throws(StoreError) -> [ObjectSnapshot]
  ) throws(RPCError) -> (objects: [ObjectSnapshot], saved: SavedResult?) {
    let change = try changing(save: save, showing: nil, [], block)
    return (change.objects, change.saved)
  }

  /// The same for objects that may lead to others.
  ///
  /// - Parameters:
  ///   - writer: shows the objects afterwards; nil shows references.
  ///   - mentions: the objects that the request names as values.
  /// - Throws: also `object.notFound` with the place of the mention.
  func changing(
    save: Bool?, showing writer: ObjectWriter?, _ mentions: [Mention],
    _ block: (ManagedObjectContext) throws(StoreError) -> [ObjectSnapshot]
  ) throws(RPCError) -> ShownChange {
    do throws(RPCError) {
      return try withContext { context throws(StoreError) in
        try context.atomically { () throws(StoreError) in
          let change = try context.shown(try block(context), writer)
          guard save ?? server.configuration.savesAutomatically else { return change }
          let saved = try context.save()
          note(saved)
          return ShownChange(
            objects: context.settled(change.objects, by: saved),
            related: change.related.resolved(by: server.coordinator), saved: SavedResult(saved))
        }
      }
    } catch {
      throw placed(error, among: mentions)
    }
  }

  /// An error about an object that is not there, with the place that names it.
  private func placed(_ error: RPCError, among mentions: [Mention]) -> RPCError {
    guard error.kind == ErrorKind.objectNotFound.name, let text = error.details["objectID"]?.string,
      let mention = mentions.first(where: { server.coordinator.resolve($0.objectID).uri == text })
    else { return error }
    let placed = error.adding("pointer", .string(mention.pointer))
    // /params/objects/INDEX/… and /params/updates/INDEX/…
    let parts = mention.pointer.split(separator: "/")
    guard parts.count > 3, ["objects", "updates"].contains(parts[1]), let index = Int64(parts[2]) else {
      return placed
    }
    return placed.adding("index", .integer(index))
  }
}

extension ManagedObjectContext {
  /// Objects that were just changed, with what is to be shown of them.
  ///
  /// A change may have changed other objects of the request as well, at the other end of a relationship.
  fileprivate func shown(
    _ objects: [ObjectSnapshot], _ writer: ObjectWriter?
  ) throws(StoreError) -> ShownChange {
    guard let writer else { return ShownChange(objects: objects) }
    let mayDiffer = !writer.entity.relationships.isEmpty || writer.entity.family.isPolymorphic
    let newest =
      mayDiffer ? try objects.map { object throws(StoreError) in try snapshot(object.objectID) } : objects
    return ShownChange(
      objects: newest, related: try related(writer.relationships, of: newest.map(\.objectID)))
  }
}
