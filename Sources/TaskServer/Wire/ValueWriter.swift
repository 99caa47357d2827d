import FoundationEssentials
import JSON
import ObjectGraph

/// Writes a cell of a row as JSON, by the type of its attribute, without making a string of it first.
struct ValueWriter: Sendable {
  let int64AsString: Bool

  /// Appends the value; a cell of a class that the type never uses is null.
  func write(
    _ cell: StoreRows.Cell, of rows: StoreRows, as type: AttributeType, to writer: inout JSONWriter
  ) {
    switch (type, cell) {
    case (.boolean, .integer(let number)): writer.write(number != 0)
    case (.integer64, .integer(let number)) where int64AsString: writer.write(String(number))
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      writer.write(number)
    case (.string, .text(let start, let count)), (.uri, .text(let start, let count)):
      writer.write(utf8: rows.bytes(start, count).span)
    case (.date, .real(let seconds)): WireDate.write(seconds, to: &writer)
    case (.date, .integer(let seconds)): WireDate.write(Double(seconds), to: &writer)
    case (.double, .real(let number)), (.float, .real(let number)): writer.write(number)
    case (.double, .integer(let number)), (.float, .integer(let number)): writer.write(Double(number))
    case (.decimal, .real(let number)): write(Decimal(storedReal: number), to: &writer)
    case (.decimal, .integer(let number)): writer.write(String(number))
    case (.uuid, .blob(let start, let count)): write(UUID(bytes: rows.bytes(start, count)), to: &writer)
    case (.binary, .blob(let start, let count)): writer.write(base64: rows.bytes(start, count).span)
    case (.transformable, .blob(let start, let count)):
      Transformable.write(rows.bytes(start, count), to: &writer)
    default: writer.writeNull()
    }
  }

  private func write(_ decimal: Decimal?, to writer: inout JSONWriter) {
    if let decimal { writer.write(decimal.description) } else { writer.writeNull() }
  }

  private func write(_ uuid: UUID?, to writer: inout JSONWriter) {
    if let uuid { writer.write(uuid.uuidString) } else { writer.writeNull() }
  }
}
