import JSON
import JSONRPC
import ObjectGraph

/// Sends what a fetch has found in pieces ahead of its reply, which then has none of it.
///
/// Source: LSP 3.17, Partial Result Progress.
struct PartialResults {
  /// A piece ends with the object that makes it so many bytes: 64 KiB.
  static let pieceBytes = 64 << 10

  let token: ProgressToken
  let outbox: Outbox
  /// The client's message that it came with.
  let number: Int?
  let cancellation: Cancellation

  /// Sends everything, in order.
  ///
  /// - Returns: the result without it.
  /// - Throws: `cancelled`; what was sent by then stays sent.
  func send(_ result: FetchResult) throws(RPCError) -> FetchResult {
    var row = 0
    while row < result.rows.rows.count {
      if cancellation.isCancelled { throw .cancelled }
      outbox.notify(progressOf: token, of: number) { writer in
        writer.beginObject()
        writer.key(result.type.rawValue)
        writer.beginArray()
        repeat {
          writer.element()
          result.write(row: row, to: &writer)
          row += 1
        } while row < result.rows.rows.count && writer.bytes.count < Self.pieceBytes
        writer.endArray()
        writer.endObject()
      }
    }
    let none = StoreRows(columnCount: result.rows.rows.columnCount)
    return FetchResult(
      rows: WireRows(rows: none, writer: result.rows.writer), type: result.type,
      nextCursor: result.nextCursor)
  }
}
