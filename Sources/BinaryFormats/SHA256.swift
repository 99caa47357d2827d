/// The 256-bit hash of the SHA-2 family.
///
/// ```
/// var hash = SHA256()
/// hash.update("abc".utf8Span.span)
/// let digest = hash.finish()
/// ```
package struct SHA256 {
  private var core = SHA2<Variant256>()

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

  /// The hash of everything that was fed, 32 bytes; nothing may be fed afterwards.
  package mutating func finish() -> [UInt8] {
    core.finish()
  }

  /// The hash of some bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes.span)
    return hash.finish()
  }
}

enum Variant256: SHA2Variant {
  static let initial: [UInt32] = SHA2Constants.initial.map { UInt32(truncatingIfNeeded: $0 >> 32) }
  static let constants: [UInt32] = SHA2Constants.rounds.prefix(64).map {
    UInt32(truncatingIfNeeded: $0 >> 32)
  }

  static func largeSigma0(_ word: UInt32) -> UInt32 {
    word.rotatedRight(2) ^ word.rotatedRight(13) ^ word.rotatedRight(22)
  }

  static func largeSigma1(_ word: UInt32) -> UInt32 {
    word.rotatedRight(6) ^ word.rotatedRight(11) ^ word.rotatedRight(25)
  }

  static func smallSigma0(_ word: UInt32) -> UInt32 {
    word.rotatedRight(7) ^ word.rotatedRight(18) ^ word &>> 3
  }

  static func smallSigma1(_ word: UInt32) -> UInt32 {
    word.rotatedRight(17) ^ word.rotatedRight(19) ^ word &>> 10
  }
}
