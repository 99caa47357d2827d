import JSON

/// One member of a shape.
///
/// `Field("limit", "How many at most.", default: 10) { $0.limit }`. Without a default the member must be
/// there unless its type is optional; with one, absent and null stand for the default.
package struct Field<Root: Sendable, Value: WireType>: Sendable {
  let name: String
  let summary: String
  let defaultValue: Value?
  let get: @Sendable (Root) -> Value

  package init(
    _ name: String, _ summary: String, default defaultValue: Value? = nil,
    get: @escaping @Sendable (Root) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.defaultValue = defaultValue
    self.get = get
  }

  /// False for a place that a family of methods leaves empty; see `NoMember`.
  var isMember: Bool { Value.self != NoMember.self && Value.self != NoMember?.self }

  var isRequired: Bool {
    if case .none = absentValue { true } else { false }
  }

  private var absentValue: Value? { defaultValue ?? Value.absentValue }

  /// Reads the member's text, nil if it is absent.
  func read(_ text: ArraySlice<UInt8>?) throws(WireError) -> Value {
    guard let text else {
      guard let absentValue else { throw WireError(.missing(name)) }
      return absentValue
    }
    var reader = WireReader(text)
    if let defaultValue, reader.readNull() { return defaultValue }
    do throws(WireError) {
      return try Value.read(from: &reader)
    } catch {
      throw error.inside(name)
    }
  }

  func write(_ root: Root, to writer: inout JSONWriter) {
    let value = get(root)
    if value.isAbsent { return }
    writer.key(name)
    value.write(to: &writer)
  }

  var property: JSONSchema.Property {
    var schema = Value.schema.described(summary)
    if let defaultValue, !defaultValue.isAbsent {
      var writer = JSONWriter()
      defaultValue.write(to: &writer)
      if let value = try? JSONValue(parsing: writer.bytes.span) { schema = schema.withDefault(value) }
    }
    return JSONSchema.Property(name, schema, isRequired: isRequired)
  }
}
