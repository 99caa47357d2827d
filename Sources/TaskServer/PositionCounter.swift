/// Turns offsets into positions of a client, and back, for many places of one text.
///
/// Places from left to right cost O(text) together.
struct PositionCounter {
  private let encoding: PositionEncoding
  private let bytes: [UInt8]
  private var byte = 0
  private var position = 0

  init(_ text: String, _ encoding: PositionEncoding) {
    self.encoding = encoding
    bytes = Array(text.utf8)
  }

  /// The position of a UTF-8 offset; one inside a character counts up to the character's start.
  mutating func position(ofByte offset: Int) -> Int {
    guard encoding != .utf8 else { return offset }
    if offset < byte { (byte, position) = (0, 0) }
    while byte < bytes.count, byte + width <= offset { step() }
    return position
  }

  /// The UTF-8 offset of a position: the start of the character that it is in; the end of the text for one behind it.
  mutating func byte(ofPosition wanted: Int) -> Int {
    if wanted < position { (byte, position) = (0, 0) }
    while byte < bytes.count, position + units <= wanted { step() }
    return byte
  }

  private mutating func step() {
    position += units
    byte += width
  }

  /// How many bytes the character at the place has.
  private var width: Int {
    switch bytes[byte] {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  /// How many positions it has.
  private var units: Int {
    switch encoding {
    case .utf8: width
    case .utf16: width == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}
