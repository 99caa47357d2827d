/// The 512-bit hash of the SHA-2 family.
///
/// ```
/// var hash = SHA512()
/// hash.update("abc".utf8Span.span)
/// let digest = hash.finish()
/// ```
package struct SHA512 {
  private var core = SHA2<Variant512>()

  /// The hash of nothing yet.
  package init() {}

  /// Feeds the next bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    core.update(bytes)
  }

  /// Feeds the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    core.update(bytes.span)
  }

  /// The hash of everything that was fed, 64 bytes; nothing may be fed afterwards.
  package mutating func finish() -> [UInt8] {
    core.finish()
  }

  /// The hash of some bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA512()
    hash.update(bytes.span)
    return hash.finish()
  }
}

enum Variant512: SHA2Variant {
  static let initial: [UInt64] = SHA2Constants.initial
  static let constants: [UInt64] = SHA2Constants.rounds

  static func largeSigma0(_ word: UInt64) -> UInt64 {
    word.rotatedRight(28) ^ word.rotatedRight(34) ^ word.rotatedRight(39)
  }

  static func largeSigma1(_ word: UInt64) -> UInt64 {
    word.rotatedRight(14) ^ word.rotatedRight(18) ^ word.rotatedRight(41)
  }

  static func smallSigma0(_ word: UInt64) -> UInt64 {
    word.rotatedRight(1) ^ word.rotatedRight(8) ^ word &>> 7
  }

  static func smallSigma1(_ word: UInt64) -> UInt64 {
    word.rotatedRight(19) ^ word.rotatedRight(61) ^ word &>> 6
  }
}
