/// Bytes on their way out, in order: short ones are put together, long ones are never copied.
struct OutputQueue {
  /// Short messages are put together up to so many bytes; longer ones stay by themselves.
  let chunkSize: Int

  /// Whole chunks, the oldest first.
  private var chunks: [[UInt8]] = []
  /// The youngest bytes, which more may join.
  private var tail: [UInt8] = []
  /// How much of the oldest chunk is gone already.
  private var offset = 0
  /// Bytes in the queue.
  private(set) var count = 0

  init(chunkSize: Int) {
    self.chunkSize = chunkSize
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ bytes: [UInt8]) {
    count += bytes.count
    if bytes.count < chunkSize {
      if tail.count + bytes.count > chunkSize { closeTail() }
      tail.append(contentsOf: bytes)
    } else {
      closeTail()
      chunks.append(bytes)
    }
  }

  /// Puts everything of `other` behind what is here.
  mutating func append(_ other: consuming OutputQueue) {
    while let bytes = other.removeFirst() { append(Array(bytes)) }
  }

  /// Offers the oldest bytes to `take`, which says how many it took, as long as it takes all it gets.
  ///
  /// - Returns: false once `take` returns nil: nobody will ever take anything.
  mutating func offer(_ take: (ArraySlice<UInt8>) -> Int?) -> Bool {
    while count > 0 {
      let offeredCount = (chunks.first ?? tail).count - offset
      guard let taken = take((chunks.first ?? tail)[offset...]) else { return false }
      drop(taken, isWhole: taken == offeredCount)
      if taken < offeredCount { return true }
    }
    return true
  }

  /// Takes out the oldest chunk.
  mutating func removeFirst() -> ArraySlice<UInt8>? {
    guard count > 0 else { return nil }
    closeTail()
    let first = chunks.removeFirst()[offset...]
    offset = 0
    count -= first.count
    return first
  }

  mutating func removeAll() {
    self = OutputQueue(chunkSize: chunkSize)
  }

  private mutating func drop(_ taken: Int, isWhole: Bool) {
    count -= taken
    guard isWhole else {
      offset += taken
      return
    }
    offset = 0
    // The tail keeps its memory for the next message.
    if chunks.isEmpty { tail.removeAll(keepingCapacity: true) } else { chunks.removeFirst() }
  }

  private mutating func closeTail() {
    guard !tail.isEmpty else { return }
    chunks.append(tail)
    tail = []
  }
}
