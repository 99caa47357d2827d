import PredicateLanguage
import JSON
import JSONRPC
import ObjectGraph

/// What a request saved: the `saved` member of its result.
struct SavedResult: WireShape {
  var insertedCount: Int
  var updatedCount: Int
  var deletedCount: Int
  var permanentIDs: WireMap<String>
  var savedTo: String

  init(_ result: SaveResult) {
    insertedCount = result.insertedCount
    updatedCount = result.updatedCount
    deletedCount = result.deletedCount
    permanentIDs = WireMap(result.permanentIDs.map { ($0.temporary.uri, $0.permanent.uri) })
    savedTo = "store"
  }

  private init(
    insertedCount: Int, updatedCount: Int, deletedCount: Int, permanentIDs: WireMap<String>, savedTo: String
  ) {
    self.insertedCount = insertedCount
    self.updatedCount = updatedCount
    self.deletedCount = deletedCount
    self.permanentIDs = permanentIDs
    self.savedTo = savedTo
  }

  static let shape = Shape(
    Self.init(insertedCount:updatedCount:deletedCount:permanentIDs:savedTo:),
    Field("insertedCount", "Objects inserted.") { $0.insertedCount },
    Field("updatedCount", "Objects whose row changed.") { $0.updatedCount },
    Field("deletedCount", "Objects deleted.") { $0.deletedCount },
    Field("permanentIDs", "The permanent ID of each inserted object by its temporary one.") {
      $0.permanentIDs
    },
    Field("savedTo", "`store`.") { $0.savedTo })
}
