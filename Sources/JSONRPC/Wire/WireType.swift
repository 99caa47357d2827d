package import JSON

/// A value that crosses the wire: how it is read, written and described.
///
/// Types outside JSONRPC conform when their JSON is not simply a list of members, for instance objects of a
/// model.
package protocol WireType: Sendable {
  /// The JSON Schema (draft 7) of the value.
  static var schema: JSONSchema { get }

  /// What an absent member stands for; nil if the member must be there.
  static var absentValue: Self? { get }

  /// Whether this value is written as an absent member.
  var isAbsent: Bool { get }

  /// Reads the next value.
  ///
  /// - Throws: the fault, with its place relative to this value.
  static func read(from reader: inout WireReader) throws(WireError) -> Self

  /// Appends the value as JSON.
  func write(to writer: inout JSONWriter)
}

extension WireType {
  package static var absentValue: Self? { nil }

  package var isAbsent: Bool { false }
}
