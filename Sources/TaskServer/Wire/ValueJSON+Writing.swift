import JSON
import ObjectGraph
import PredicateLanguage

extension ValueJSON {
  /// Writes a cell straight from the packed rows.
  ///
  /// A cell of a storage class that the type never uses (written by others) is null, as in `StoreRows.value`.
  static func write(
    _ cell: StoreRows.Cell, _ bytes: Span<UInt8>, as type: AttributeType, int64AsString: Bool,
    to writer: inout JSONWriter
  ) {
    switch (type, cell) {
    case (.integer64, .integer(let number)) where int64AsString:
      writer.bytes.append(UInt8(ascii: "\""))
      writer.write(number)
      writer.bytes.append(UInt8(ascii: "\""))
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      writer.write(number)
    case (.boolean, .integer(let number)):
      writer.bytes.append(contentsOf: number == 0 ? falseBytes : trueBytes)
    case (.double, .real(let number)): writer.write(number)
    case (.double, .integer(let number)): writer.write(Double(number))
    case (.float, .real(let number)): write(float: number, to: &writer)
    case (.float, .integer(let number)): write(float: Double(number), to: &writer)
    case (.date, .real(let seconds)): writer.write(date: seconds)
    case (.date, .integer(let seconds)): writer.write(date: Double(seconds))
    case (.decimal, .real(let number)): write(decimal: number, to: &writer)
    case (.decimal, .integer(let number)): writer.write(String(number))
    case (.string, .text(let start, let count)), (.uri, .text(let start, let count)):
      writer.write(utf8: bytes.extracting(range(start, count)))
    case (.uuid, .blob(let start, 16)): write(uuid: bytes.extracting(range(start, 16)), to: &writer)
    case (.binary, .blob(let start, let count)):
      writer.write(base64: bytes.extracting(range(start, count)))
    case (.transformable, .blob(let start, let count)):
      TransformableJSON.write(bytes.extracting(range(start, count)), to: &writer)
    default: writer.writeNull()
    }
  }

  private static let trueBytes = Array("true".utf8)
  private static let falseBytes = Array("false".utf8)

  private static func range(_ start: UInt32, _ count: UInt32) -> Range<Int> {
    Int(start)..<Int(start) + Int(count)
  }

  /// The shortest text that reads back as the same float; a double that others stored keeps its digits.
  private static func write(float number: Double, to writer: inout JSONWriter) {
    let float = Float(number)
    guard Double(float) == number, number.isFinite else { return writer.write(number) }
    writer.append(float.description)
  }

  private static func write(decimal number: Double, to writer: inout JSONWriter) {
    guard number.isFinite else { return writer.writeNull() }
    writer.write(DecimalJSON.text(number))
  }

  /// `"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"` from 16 bytes.
  private static func write(uuid: Span<UInt8>, to writer: inout JSONWriter) {
    writer.bytes.append(addingCapacity: 38) { (output: inout OutputSpan<UInt8>) in
      output.append(UInt8(ascii: "\""))
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 { output.append(UInt8(ascii: "-")) }
        output.append(digit(uuid[index] >> 4))
        output.append(digit(uuid[index] & 0xF))
      }
      output.append(UInt8(ascii: "\""))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
