import ObjectGraph
import Synchronization

/// The writers of whole objects by entity: made once, since making one costs as much as writing an object.
final class ObjectWriterCache: Sendable {
  private let writers = Mutex<[String: ObjectWriter]>([:])

  /// The entity's writer, made if there is none.
  func writer(of entity: EntityDescription, make: () -> ObjectWriter) -> ObjectWriter {
    if let known = writers.withLock({ $0[entity.name] }) { return known }
    let writer = make()
    writers.withLock { $0[entity.name] = writer }
    return writer
  }

  /// Forgets all: the client wants values in another form.
  func removeAll() { writers.withLock { $0.removeAll() } }
}
