import JSONRPC
import ObjectGraph

/// What the server says without being asked: the notifications of the protocol.
struct Announcement {
  let outbox: Outbox
  let model: ManagedObjectModel

  /// A save of this process.
  func didSave(_ notice: CommitNotice, context: String, number: Int?) {
    let changes = WireSavedChanges(
      context: context, inserted: references(notice.inserted), updated: references(notice.updated),
      deleted: references(notice.deleted))
    outbox.notify("context.didSave", of: number) { changes.write(to: &$0) }
  }

  /// A save of another process.
  func storeDidChange(_ notice: CommitNotice) {
    let changes = WireChanges(
      inserted: references(notice.inserted), updated: references(notice.updated),
      deleted: references(notice.deleted))
    outbox.notify("store.didChange") { changes.write(to: &$0) }
  }

  private func references(_ snapshots: [ObjectSnapshot]) -> WireReferences {
    WireReferences(snapshots, in: model)
  }
}
