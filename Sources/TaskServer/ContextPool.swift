import ObjectGraph
import Synchronization

/// The contexts of the process, by name: at most `limit`, `view` always among them.
final class ContextPool: Sendable {
  /// Most contexts at once.
  static let limit = 64
  /// Bytes of the longest name.
  static let nameLimit = 256
  /// The context that requests use unless they name one.
  static let viewName = "view"

  /// Why a context cannot be made.
  enum Refusal: Error {
    case exists
    case full
    case badName
  }

  private let coordinator: PersistentStoreCoordinator
  private let contexts: Mutex<[ExactName: PooledContext]>

  init(coordinator: PersistentStoreCoordinator) {
    self.coordinator = coordinator
    let view = PooledContext(name: Self.viewName, coordinator: coordinator)
    contexts = Mutex([ExactName(Self.viewName): view])
  }

  subscript(name: String) -> PooledContext? { contexts.withLock { $0[ExactName(name)] } }

  /// In byte order of their names.
  var all: [PooledContext] {
    contexts.withLock { $0.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
  }

  /// Makes a context; without a name it is called `context-N` with the first free N.
  func make(name: String?) throws(Refusal) -> PooledContext {
    if let name, name.isEmpty || name.utf8.count > Self.nameLimit { throw .badName }
    return try contexts.withLock { contexts throws(Refusal) in
      guard contexts.count < Self.limit else { throw .full }
      let name = name ?? Self.freeName(contexts)
      guard contexts[ExactName(name)] == nil else { throw .exists }
      let context = PooledContext(name: name, coordinator: coordinator)
      contexts[ExactName(name)] = context
      return context
    }
  }

  /// Takes a context out of the pool.
  func remove(_ context: PooledContext) {
    contexts.withLock { contexts in
      let name = ExactName(context.name)
      if contexts[name] === context { contexts[name] = nil }
    }
  }

  private static func freeName(_ contexts: [ExactName: PooledContext]) -> String {
    var number = 1
    while contexts[ExactName("context-\(number)")] != nil { number += 1 }
    return "context-\(number)"
  }
}
