/// What one message says, before anybody looks at its method or params.
///
/// Source: JSON-RPC 2.0 §4–§6. All of the message is checked to be JSON, so params can be read later without
/// a JSON error.
package enum Envelope: Sendable {
  /// A request, or a notification if `id` is nil.
  case request(id: RequestID?, method: ArraySlice<UInt8>, params: RawParams)

  /// A reply of the client's to nothing we asked; never answered, or two servers could talk forever.
  case response

  /// No request; the id if it could be read.
  case invalid(id: RequestID, RPCError)
}
