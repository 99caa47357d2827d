/// Walks an automaton over one text, all threads side by side, scalar by scalar.
///
/// A thread is a place in the program, and no place is taken twice between two scalars. So the time is bounded by
/// instructions × scalars whatever the pattern, and there is nothing to go back to.
///
/// Where a scalar folds to several (ß to ss), threads that compare letters go through these one by one, on the
/// inner lists; all others take the scalar as one.
struct PatternSimulation {
  private let program: PatternProgram
  private let text: PatternText
  /// Two lists that take turns between scalars, and two that do so inside of one.
  private var lists: [ThreadList]
  private var current = 0
  /// Places that are still to be visited.
  private var stack: [Int] = []
  /// What the sets say of the scalar at hand; nil if they were not asked.
  private var answers: [Bool?]
  /// Whether the last scalar that is no mark is a part of a word.
  private var isBehindWord = false
  /// Visits of instructions so far.
  private(set) var steps = 0

  private static let firstInner = 2

  /// Prepares a walk.
  init(_ program: PatternProgram, _ text: PatternText) {
    self.program = program
    self.text = text
    let count = program.instructions.count
    let innerCount = program.foldsCase ? count : 0
    lists = [ThreadList(count), ThreadList(count), ThreadList(innerCount), ThreadList(innerCount)]
    answers = Array(repeating: nil, count: program.sets.count)
  }

  /// Whether the whole text fits.
  mutating func matches() -> Bool {
    add(0, at: 0, to: current)
    for position in text.scalars.indices {
      if lists[current].threads.isEmpty { return false }
      step(position)
    }
    return lists[current].hasMatched
  }

  // MARK: - One scalar

  private mutating func step(_ position: Int) {
    let scalar = text.scalars[position]
    if program.asksForWords { noteWord(scalar) }
    for index in answers.indices { answers[index] = nil }
    let next = 1 - current
    lists[next].removeAll()
    let count = text.foldedCount(position)
    let letter = text.folded(position, 0)
    if count > 1 { lists[Self.firstInner].removeAll() }
    for index in lists[current].threads.indices {
      let place = lists[current].threads[index]
      steps += 1
      if case .folded(let wanted) = program.instructions[place] {
        if wanted == letter { add(place + 1, at: position + 1, to: count == 1 ? next : Self.firstInner) }
      } else if let target = target(of: place, scalar, position) {
        add(target, at: position + 1, to: next)
      }
    }
    if count > 1 { stepInside(position, count, to: next) }
    current = next
  }

  /// The remaining scalars that one scalar folds to.
  private mutating func stepInside(_ position: Int, _ count: Int, to next: Int) {
    var source = Self.firstInner
    for index in 1..<count {
      let other = Self.firstInner + (source == Self.firstInner ? 1 : 0)
      lists[other].removeAll()
      let letter = text.folded(position, index)
      for thread in lists[source].threads.indices {
        let place = lists[source].threads[thread]
        steps += 1
        guard case .folded(letter) = program.instructions[place] else { continue }
        add(place + 1, at: position + 1, to: index == count - 1 ? next : other)
      }
      source = other
    }
  }

  /// Where a thread is behind a scalar; nil if it cannot go past it.
  private mutating func target(of place: Int, _ scalar: UInt32, _ position: Int) -> Int? {
    switch program.instructions[place] {
    case .scalar(let wanted): return wanted == scalar ? place + 1 : nil
    case .set(let index):
      let answer = answers[index] ?? program.sets[index].contains(scalar)
      answers[index] = answer
      return answer ? place + 1 : nil
    case .insideLine: return LineBreak.isLineBreak(scalar) ? nil : place + 1
    case .any: return isReturnBeforeFeed(scalar, position) ? place + 1 : place + 2
    case .lineBreak:
      guard LineBreak.isLineBreak(scalar) else { return nil }
      return isReturnBeforeFeed(scalar, position) ? place + 1 : place + 2
    case .folded, .assertion, .jump, .split, .match: return nil
    }
  }

  private func isReturnBeforeFeed(_ scalar: UInt32, _ position: Int) -> Bool {
    scalar == LineBreak.carriageReturn && self.scalar(position + 1) == LineBreak.lineFeed
  }

  // MARK: - Between two scalars

  /// Adds a thread and everywhere it can go without a scalar.
  private mutating func add(_ place: Int, at position: Int, to list: Int) {
    stack.append(place)
    while let place = stack.popLast() {
      steps += 1
      guard lists[list].visit(place) else { continue }
      switch program.instructions[place] {
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(first)
        stack.append(second)
      case .assertion(let assertion):
        // Inside of a scalar there is no place that a condition could hold for.
        if list < Self.firstInner, holds(assertion, position) { stack.append(place + 1) }
      case .match: lists[list].hasMatched = true
      default: lists[list].append(place)
      }
    }
  }

  private func holds(_ assertion: PatternAssertion, _ position: Int) -> Bool {
    switch assertion {
    case .textStart: position == 0
    case .textEnd: position == text.scalars.count
    case .lastLineEnd: isLastLineEnd(position)
    case .lineStart:
      position == 0 || position < text.scalars.count && LineBreak.isLineBreak(text.scalars[position - 1])
    case .lineEnd: isLineEnd(position)
    case .wordBoundary: isWordBoundary(position)
    case .noWordBoundary: !isWordBoundary(position)
    }
  }

  private func isLineEnd(_ position: Int) -> Bool {
    guard let next = scalar(position) else { return true }
    guard LineBreak.isLineBreak(next) else { return false }
    // Between CR and LF no line ends.
    return next != LineBreak.lineFeed || scalar(position - 1) != LineBreak.carriageReturn
  }

  private func isLastLineEnd(_ position: Int) -> Bool {
    let rest = text.scalars.count - position
    guard rest > 0 else { return true }
    if rest == 2 { return isReturnBeforeFeed(text.scalars[position], position) }
    return rest == 1 && isLineEnd(position)
  }

  private func scalar(_ position: Int) -> UInt32? {
    text.scalars.indices.contains(position) ? text.scalars[position] : nil
  }

  /// Marks belong to what they follow: there is no boundary before one, and it is looked through.
  private func isWordBoundary(_ position: Int) -> Bool {
    guard let next = scalar(position).flatMap({ Unicode.Scalar($0) }) else { return isBehindWord }
    return !Self.isPartOfLast(next) && ScalarProperty.isWord(next) != isBehindWord
  }

  private mutating func noteWord(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value), !Self.isPartOfLast(scalar) else { return }
    isBehindWord = ScalarProperty.isWord(scalar)
  }

  private static func isPartOfLast(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    return scalar.properties.isGraphemeExtend || scalar.properties.generalCategory == .format
  }
}
