/// Reads one scalar of UTF-8 and moves past it.
///
/// Bytes that are no UTF-8 are read as U+FFFD one by one: text of a foreign store must not stop a query.
/// `position` has to lie inside `text`.
func nextScalar(_ text: Span<UInt8>, _ position: inout Int) -> UInt32 {
  let lead = text[position]
  position += 1
  guard lead >= 0x80 else { return UInt32(lead) }
  let (length, smallest): (Int, UInt32) =
    switch lead {
    case 0xC2...0xDF: (1, 0x80)
    case 0xE0...0xEF: (2, 0x800)
    case 0xF0...0xF4: (3, 0x10000)
    default: (0, 0)
    }
  guard length > 0, position + length <= text.count else { return 0xFFFD }
  var scalar = UInt32(lead) & (0x3F >> UInt32(length))
  for offset in position..<position + length {
    guard text[offset] & 0xC0 == 0x80 else { return 0xFFFD }
    scalar = scalar << 6 | UInt32(text[offset] & 0x3F)
  }
  guard scalar >= smallest, scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else { return 0xFFFD }
  position += length
  return scalar
}

/// Appends the UTF-8 bytes of a scalar.
func appendScalar(_ scalar: UInt32, to bytes: inout [UInt8]) {
  func trailing(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
  switch scalar {
  case ..<0x80:
    bytes.append(UInt8(truncatingIfNeeded: scalar))
  case ..<0x800:
    bytes.append(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0))
    bytes.append(trailing(0))
  case ..<0x10000:
    bytes.append(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0))
    bytes.append(trailing(6))
    bytes.append(trailing(0))
  default:
    bytes.append(UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0))
    bytes.append(trailing(12))
    bytes.append(trailing(6))
    bytes.append(trailing(0))
  }
}
