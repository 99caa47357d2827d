package import FoundationEssentials

extension UUID {
  /// The 36 upper-case characters of `uuidString`, which itself goes through printf and costs many times as
  /// much.
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends those characters.
  package func appendText(to bytes: inout [UInt8]) {
    let u = uuid
    bytes.append(addingCapacity: 36) { (output: inout OutputSpan<UInt8>) in
      func pair(_ byte: UInt8) {
        output.append(Self.digit(byte >> 4))
        output.append(Self.digit(byte & 15))
      }
      func dash() { output.append(UInt8(ascii: "-")) }
      pair(u.0); pair(u.1); pair(u.2); pair(u.3)
      dash()
      pair(u.4); pair(u.5)
      dash()
      pair(u.6); pair(u.7)
      dash()
      pair(u.8); pair(u.9)
      dash()
      pair(u.10); pair(u.11); pair(u.12); pair(u.13); pair(u.14); pair(u.15)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
