/// A hash of the SHA-2 family, fed piece by piece.
///
/// Source: FIPS 180-4.
///
/// Both variants are one algorithm over words of 4 or 8 bytes:
/// ```
/// bytes → blocks of 16 words → each block stirs 8 words of state → the state is the digest
/// ```
struct SHA2<Variant: SHA2Variant> {
  typealias Word = Variant.Word

  private var state: [Word]
  /// What does not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0
  private var schedule: [Word]

  static var wordSize: Int { Word.bitWidth / 8 }
  static var blockSize: Int { 16 * wordSize }

  init() {
    state = Variant.initial
    schedule = [Word](repeating: 0, count: Variant.constants.count)
  }

  mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var position = 0
    if !rest.isEmpty {
      while position < bytes.count, rest.count < Self.blockSize {
        rest.append(bytes[position])
        position += 1
      }
      guard rest.count == Self.blockSize else { return }
      let block = rest
      rest.removeAll(keepingCapacity: true)
      stir(block.span, at: 0)
    }
    while bytes.count - position >= Self.blockSize {
      stir(bytes, at: position)
      position += Self.blockSize
    }
    while position < bytes.count {
      rest.append(bytes[position])
      position += 1
    }
  }

  /// Pads with a one bit, zeros and the length in bits, whose upper half is 0 for anything that fits in
  /// memory.
  mutating func finish() -> [UInt8] {
    let bitCount = byteCount &* 8
    var padding: [UInt8] = [0x80]
    let lengthSize = 2 * Self.wordSize
    while (rest.count + padding.count + lengthSize) % Self.blockSize != 0 {
      padding.append(0)
    }
    padding += [UInt8](repeating: 0, count: lengthSize - 8)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    update(padding.span)
    return state.flatMap { word in
      (0..<Self.wordSize).map { UInt8(truncatingIfNeeded: word >> Word(Word.bitWidth - 8 - 8 * $0)) }
    }
  }

  private mutating func stir(_ bytes: Span<UInt8>, at start: Int) {
    fillSchedule(bytes, at: start)
    let constants = Variant.constants
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<constants.count {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ Variant.largeSigma1(e) &+ choice &+ constants[index] &+ schedule[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = Variant.largeSigma0(a) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private mutating func fillSchedule(_ bytes: Span<UInt8>, at start: Int) {
    var position = start
    for index in 0..<16 {
      var word: Word = 0
      for _ in 0..<Self.wordSize {
        word = word << 8 | Word(truncatingIfNeeded: bytes[position])
        position += 1
      }
      schedule[index] = word
    }
    for index in 16..<schedule.count {
      let earlier = schedule[index - 16] &+ schedule[index - 7]
      let near = Variant.smallSigma1(schedule[index - 2])
      schedule[index] = earlier &+ near &+ Variant.smallSigma0(schedule[index - 15])
    }
  }
}

/// What the members of the family do differently.
protocol SHA2Variant {
  associatedtype Word: FixedWidthInteger & UnsignedInteger & Sendable

  static var initial: [Word] { get }
  /// One for each round.
  static var constants: [Word] { get }
  static func largeSigma0(_ word: Word) -> Word
  static func largeSigma1(_ word: Word) -> Word
  static func smallSigma0(_ word: Word) -> Word
  static func smallSigma1(_ word: Word) -> Word
}

extension FixedWidthInteger {
  @inline(__always)
  func rotatedRight(_ count: Int) -> Self {
    self &>> Self(truncatingIfNeeded: count) | self &<< Self(truncatingIfNeeded: Self.bitWidth - count)
  }
}
