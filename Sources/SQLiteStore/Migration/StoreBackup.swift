import FoundationEssentials
import ObjectGraph

/// The copy of a store as it was before a migration: `NAME.before-` and a short name of the old model, mode
/// 0600.
///
/// It is written under another name first, so that whatever has this name is whole. A copy that is there
/// already is kept; one more gets a number, unless it holds the same.
struct StoreBackup {
  /// Where it is.
  let path: String
  /// False for one that was there before.
  private let isNew: Bool

  /// Most copies of one store from before one model.
  static let limit = 100

  /// Makes it; nobody may write to the store meanwhile.
  ///
  /// - Throws: `StoreError.full`, `.open` and what else `StoreCopy.make` throws; nothing is left then.
  init(of store: String, before model: String) throws(StoreError) {
    let name = store + ".before-" + model
    let partial = name + ".partial"
    // Its maker died.
    for ending in ["", "-journal"] { Self.remove(partial + ending) }
    try StoreCopy.make(of: store, at: partial)
    for number in 1...Self.limit {
      let path = number == 1 ? name : "\(name)-\(number)"
      if FileManager.default.contentsEqual(atPath: partial, andPath: path) {
        Self.remove(partial)
        (self.path, isNew) = (path, false)
        return
      }
      // Never takes the place of another file.
      if (try? FileManager.default.moveItem(atPath: partial, toPath: path)) != nil {
        (self.path, isNew) = (path, true)
        return
      }
    }
    Self.remove(partial)
    throw .open(reason: "no copy of the store can be made: \(name) and others of that name are there already")
  }

  /// Takes it back, since nothing has changed.
  func withdraw() {
    if isNew { Self.remove(path) }
  }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
