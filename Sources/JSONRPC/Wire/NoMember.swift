package import JSON

/// Nothing on the wire: stands for a member that some methods of a family have and others have not.
///
/// A shape leaves a field of this type out, whatever its name.
package struct NoMember: WireType {
  package init() {}

  package static var schema: JSONSchema { .any }
  package static var absentValue: NoMember? { NoMember() }
  package var isAbsent: Bool { true }

  package static func read(from reader: inout WireReader) throws(WireError) -> NoMember {
    throw .expected("nothing")
  }

  package func write(to writer: inout JSONWriter) { writer.writeNull() }
}
