import JSONRPC

/// Checks of `limit` and `offset`.
enum Window {
  /// - Throws: `invalidParams` below 1: a limit of 0 would silently give nothing.
  static func limit(_ limit: Int?) throws(RPCError) -> Int? {
    guard let limit, limit < 1 else { return limit }
    throw .invalidParams(at: "/params/limit", "limit must be 1 or more.", expected: "an integer, 1 or more")
  }

  /// - Throws: `invalidParams` below 0.
  static func offset(_ offset: Int) throws(RPCError) -> Int {
    guard offset < 0 else { return offset }
    throw .invalidParams(
      at: "/params/offset", "offset must not be negative.", expected: "an integer, 0 or more")
  }

  /// - Throws: `invalidParams` for both, for a page begins in one place.
  static func check(_ cursor: String?, _ offset: Int) throws(RPCError) {
    guard cursor != nil, offset != 0 else { return }
    throw .invalidParams(
      at: "/params/offset", "A fetch with a cursor has no offset: it begins where the cursor says.",
      expected: "cursor or offset")
  }
}
