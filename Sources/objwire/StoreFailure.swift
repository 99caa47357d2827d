import ObjectGraph

/// Why a store cannot be used, as a sentence for the person at the terminal; here paths may be named.
enum StoreFailure {
  static func sentence(_ error: StoreError) -> String {
    switch error {
    case .open(let reason): "the store cannot be opened: \(reason)"
    case .incompatible(let entities):
      "the store was made with another model; these entities differ: \(entities.joined(separator: ", "))"
    case .corrupt(let reason): "the store is damaged, or is no database: \(reason)"
    case .locked: "another process is using the store and did not finish in time"
    case .readOnly: "the store cannot be written; --read-only opens it for reading"
    case .full: "no room is left for the store"
    default: "the store cannot be opened: \(error)"
    }
  }
}
