import Foundation
import JSON
import Testing

@Suite struct Base64Tests {
  @Test(arguments: 0..<70)
  func `bytes survive`(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
    let text = Base64.encode(bytes.span)
    #expect(text == Data(bytes).base64EncodedString())
    #expect(Base64.decode(text) == bytes)
  }

  @Test(arguments: [
    "A", "AA", "AAA", "AA=", "AB==", "AAB=", "A===", "====", "=AAA", "AA==AAAA", "AAA A", "AAAA\n", "AA-_",
  ])
  func `anything else is refused`(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func `the writer quotes`() {
    var writer = JSONWriter()
    writer.write(base64: [0xFB, 0xFF].span)
    #expect(writer.bytes == Array("\"+/8=\"".utf8))
  }
}
