import BinaryFormats
import Testing
import TestSupport

/// What a hostile or damaged file can do to the reader: be refused.
@Suite struct `Damaged property lists` {
  /// The reason why bytes are refused; nil when they are read.
  private func refusal(_ bytes: [UInt8]) -> PropertyListError? {
    do throws(PropertyListError) {
      _ = try PropertyListReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  /// Eight bytes, the first one the most significant.
  private func word(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  /// A file of objects that begin at the given places behind its first 8 bytes.
  private func file(
    content: [UInt8], offsets: [Int], referenceSize: UInt8 = 1, top: Int = 0
  ) -> [UInt8] {
    let table = offsets.flatMap { word($0 + 8) }
    let sizes: [UInt8] = [0, 0, 0, 0, 0, 0, 8, referenceSize]
    let trailer = sizes + word(offsets.count) + word(top) + word(8 + content.count)
    return Array("bplist00".utf8) + content + table + trailer
  }

  /// A file whose objects lie end to end, each given by its bytes.
  private func file(_ objects: [[UInt8]], referenceSize: UInt8 = 1, top: Int = 0) -> [UInt8] {
    var content: [UInt8] = []
    var offsets: [Int] = []
    for object in objects {
      offsets.append(content.count)
      content += object
    }
    return file(content: content, offsets: offsets, referenceSize: referenceSize, top: top)
  }

  /// The head of an object of many elements: kind, then an integer of 8 bytes.
  private func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    [kind << 4 | 15, 0x13] + word(count)
  }

  @Test func `what has no trailer, or a wrong one, is refused`() {
    #expect(refusal([]) == .notAPropertyList)
    #expect(refusal(Array("<?xml version".utf8)) == .notAPropertyList)
    #expect(refusal(Array("bplist00".utf8)) == .truncated)
    #expect(refusal(file([])) == .truncated)
    #expect(refusal(file([[0x09]], top: 1)) == .truncated)
    #expect(refusal(file([[0x09]], top: -1)) == .truncated)
    #expect(refusal(file(content: [0x09], offsets: [1_000])) == .truncated)
    #expect(refusal(file(content: [0x09], offsets: [-10])) == .truncated)
  }

  @Test(
    arguments: [
      [0x70], [0x07], [0x15], [0x21], [0x24], [0x88, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0x51, 0x80],
      [0x61, 0xD8, 0x00], [0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `an object that means nothing is refused`(object: [UInt8]) {
    #expect(refusal(file([object])) == .malformed(object: 0))
  }

  @Test func `an object that points outside is refused`() {
    #expect(refusal(file([[0xA1, 9]])) == .truncated)
    #expect(refusal(file([[0xA1, 0]], referenceSize: 0)) == .truncated)
    #expect(refusal(file([[0xA1] + word(-1)], referenceSize: 8)) == .truncated)
    for kind: UInt8 in [4, 5, 6, 0xA, 0xB, 0xC, 0xD] {
      for count in [100, 1 << 40, Int.max / 2 + 1, Int.max, -1] {
        #expect(refusal(file([head(kind, count)], referenceSize: 8)) == .truncated)
      }
    }
    #expect(refusal(file([[0x4F, 0x09]])) == .truncated)
  }

  @Test func `an object that contains itself, or has a key of another kind, is refused`() {
    #expect(refusal(file([[0xA1, 0]])) == .cycle(object: 0))
    #expect(refusal(file([[0xA1, 1], [0xA1, 0]])) == .cycle(object: 0))
    #expect(refusal(file([[0xD1, 1, 0], [0x51, 0x61]])) == .cycle(object: 0))
    #expect(refusal(file([[0xD1, 1, 1], [0x09]])) == .keyIsNoString(object: 0))
  }

  @Test func `nesting has a limit`() {
    func nested(_ depth: Int) -> [UInt8] {
      PropertyListWriter.write((0..<depth).reduce(.null) { (inner, _) in .array([inner]) })
    }
    #expect(refusal(nested(PropertyListLimits.depth)) == nil)
    #expect(refusal(nested(PropertyListLimits.depth + 1)) == .tooDeep)
  }

  @Test func `the number of objects has a limit, however they are referred to`() {
    // With the array itself and its 999,999 elements the limit is reached exactly.
    for (count, expected) in [(999_999, nil), (1_000_000, PropertyListError.tooMany)] {
      let array = head(0xA, count) + [UInt8](repeating: 1, count: count)
      #expect(refusal(file([array, [0x09]])) == expected)
    }
    let layers: [[UInt8]] = (1..<16).map { [0xAA] + [UInt8](repeating: $0, count: 10) } + [[0x09]]
    #expect(refusal(file(layers)) == .tooMany)
  }

  @Test func `data that many objects refer to is copied once`() throws {
    let count = 100_000
    let array = head(0xA, count) + [UInt8](repeating: 1, count: count)
    let list = try PropertyListReader.read(
      file([array, head(4, 64_000) + [UInt8](repeating: 7, count: 64_000)]))
    #expect(list.array?.count == count)
    #expect(list.array?.last?.data?.count == 64_000)
  }

  @Test func `objects that overlap are refused before they fill the memory`() {
    // Each object of data contains all later ones: 200 kB each, in a file of 520 kB.
    let count = 20_000
    let references = (0..<count).flatMap { word($0 + 1) }
    let array = head(0xA, count) + references
    let tail = (0..<count).flatMap { head(4, 10 * (count - 1 - $0)) }
    let offsets = [0] + (0..<count).map { array.count + 10 * $0 }
    #expect(
      refusal(file(content: array + tail, offsets: offsets, referenceSize: 8)) == .malformed(object: 3))
  }

  @Test func `arrays that overlap do not fill the memory`() {
    // The references of each array begin with the next array and go on through all that follows.
    let (depth, count) = (200, PropertyListLimits.objects)
    var content: [UInt8] = []
    var offsets: [Int] = []
    for number in 0..<depth {
      offsets.append(content.count)
      content += head(0xA, count) + [UInt8(number + 1)]
    }
    content += [UInt8](repeating: UInt8(depth), count: count)
    offsets.append(content.count)
    #expect(refusal(file(content: content + [0x09], offsets: offsets)) == .tooMany)
  }

  @Test(arguments: [UInt64(1), UInt64.random(in: 0...UInt64.max)])
  func `no damage makes the reader trap`(seed: UInt64) {
    let list = PropertyList.array(
      `Binary property lists`.examples.filter { PropertyListWriter.write($0).count < 1000 })
    let good = PropertyListWriter.write(list)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<3_000 {
      var bad = good
      for _ in 0...(round % 3) {
        bad[Int.random(in: 8..<bad.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      // Whatever can be read can be written, and means the same again.
      if let list = try? PropertyListReader.read(bad) {
        #expect(refusal(PropertyListWriter.write(list)) == nil, "seed \(seed)")
      }
      _ = refusal(Array(bad.prefix(Int.random(in: 0...bad.count, using: &generator))))
    }
  }
}
