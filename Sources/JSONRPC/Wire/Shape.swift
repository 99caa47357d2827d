package import JSON

/// How a struct crosses the wire: its members, listed once.
///
///     struct Params: WireShape {
///       var upTo: Int
///       var tag: String?
///       static let shape = Shape(
///         Self.init(upTo:tag:),
///         Field("upTo", "The last number, 1 or more.") { $0.upTo },
///         Field("tag", "Put before each.") { $0.tag })
///     }
///
/// Reader, writer and JSON Schema are made from the list.
package struct Shape<Root: Sendable>: Sendable {
  /// The members in the order they are written and described.
  package var properties: [JSONSchema.Property] { describe() }

  /// Whether members nobody declared are skipped instead of refused.
  package private(set) var ignoresUnknownMembers = false

  private let names: [String]
  /// Called for the manual only: most runs of the server describe nothing.
  private let describe: @Sendable () -> [JSONSchema.Property]
  private let make: @Sendable ([ArraySlice<UInt8>?]) throws(WireError) -> Root
  private let writeMembers: @Sendable (Root, inout JSONWriter) -> Void

  /// Lists the members in the order of the initializer's parameters.
  package init<each Value: WireType>(
    _ initializer: @escaping @Sendable (repeat each Value) -> Root,
    _ field: repeat Field<Root, each Value>
  ) {
    var names: [String] = []
    for field in repeat each field {
      if field.isMember { names.append(field.name) }
    }
    self.names = names
    describe = {
      var properties: [JSONSchema.Property] = []
      for field in repeat each field {
        if field.isMember { properties.append(field.property) }
      }
      return properties
    }
    make = { (texts) throws(WireError) in
      var index = -1
      func next(_ isMember: Bool) -> ArraySlice<UInt8>? {
        guard isMember else { return nil }
        index += 1
        return texts[index]
      }
      return initializer(repeat try (each field).read(next((each field).isMember)))
    }
    writeMembers = { root, writer in
      for field in repeat each field { field.write(root, to: &writer) }
    }
  }

  /// The same shape for peers that may say more than is known here.
  package func ignoringUnknownMembers() -> Shape {
    var shape = self
    shape.ignoresUnknownMembers = true
    return shape
  }

  /// The JSON Schema of the object.
  package var schema: JSONSchema { .object(properties, isOpen: ignoresUnknownMembers) }

  /// Reads an object.
  ///
  /// - Throws: unknown members first, then the first member that is missing or of another type.
  package func read(from reader: inout WireReader) throws(WireError) -> Root {
    try make(try reader.readKnownMembers(names, ignoringUnknown: ignoresUnknownMembers))
  }

  /// Writes an object; absent optional members are left out.
  package func write(_ root: Root, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(root, &writer)
    writer.endObject()
  }
}

/// A struct that crosses the wire as the object its shape lists.
package protocol WireShape: WireType {
  static var shape: Shape<Self> { get }
}

extension WireShape {
  package static var schema: JSONSchema { shape.schema }

  package static func read(from reader: inout WireReader) throws(WireError) -> Self {
    try shape.read(from: &reader)
  }

  package func write(to writer: inout JSONWriter) { Self.shape.write(self, to: &writer) }
}

/// No members: the params of a method that takes none.
package struct NoParams: WireShape {
  package init() {}

  package static let shape = Shape(Self.init)
}

/// Null: the result of a method that has nothing to say.
package struct NoResult: WireType {
  package init() {}

  package static var schema: JSONSchema { .null }

  package static func read(from reader: inout WireReader) throws(WireError) -> NoResult {
    guard reader.readNull() else { throw .expected("null") }
    return NoResult()
  }

  package func write(to writer: inout JSONWriter) { writer.writeNull() }
}
