import BinaryFormats
import Testing

/// Expected values come from Python's hashlib.
@Suite struct `SHA-2` {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func `the standard's example has the standard's digest`() {
    let digest256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let digest512 =
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
      + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    #expect(hex(SHA256.hash(Array("abc".utf8))) == digest256)
    #expect(hex(SHA512.hash(Array("abc".utf8))) == digest512)
  }

  private static let cases: [(Int, String, String)] = [
    (0, "e3b0c44298fc1c14", "cf83e1357eefb8bd"), (3, "6ab0dba1f4f1dfbb", "8853167ab14c0439"),
    (55, "81afe5b788dc2ce1", "19910fbb344bf574"), (56, "2aba54f0ac632420", "87fffcf68777e021"),
    (63, "733d3d4ee79ee671", "a2df1363c3caa5f2"), (64, "79322907b3e9d013", "afba2b1a4441b233"),
    (111, "b41ae5233b9ec35d", "df79e18538ec8212"), (112, "0949563bc78e5ccd", "d7377bc7047400da"),
    (119, "6c87eedf096b345d", "1efae71e30c3bdc6"), (127, "68f6ff710276900c", "82b7fc0e1e5d1bb8"),
    (128, "489d55fea9a73af3", "eb5119a4c3e176a3"), (200, "8e3f3819b4f1b1f7", "4b103b9342b3e474"),
    (1000, "6b0df76627243d09", "5c9833a6b6d14cab"),
  ]

  @Test(arguments: cases)
  func `a length around a block's end is padded right, in one piece or many`(
    length: Int, start256: String, start512: String
  ) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
    for piece in [1, 13, 64, 150, 2000] {
      var (short, long) = (SHA256(), SHA512())
      for start in stride(from: 0, to: length, by: piece) {
        let part = Array(bytes[start..<min(start + piece, length)])
        short.update(part)
        long.update(part)
      }
      #expect(hex(short.finish()).hasPrefix(start256))
      #expect(hex(long.finish()).hasPrefix(start512))
    }
  }
}
