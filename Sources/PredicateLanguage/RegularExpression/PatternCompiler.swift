/// Turns the tree of a regular expression into an automaton (Thompson's construction).
struct PatternCompiler {
  private var program = PatternProgram()
  private let options: StringOptions

  /// The automaton of a tree.
  /// - Throws: `.limit` for more than `RegularExpressionLimits.states`, before any is made.
  static func program(
    _ node: PatternNode, _ sets: [ScalarSet], options: StringOptions
  ) throws(PredicateTextError) -> PatternProgram {
    try checkSize(node)
    var compiler = PatternCompiler(options: options.folding)
    compiler.program.sets = sets.map { PatternProgram.Members($0) }
    compiler.emit(node)
    compiler.program.instructions.append(.match)
    return compiler.program
  }

  private init(options: StringOptions) {
    self.options = options
  }

  // MARK: - Size

  /// Refuses a tree that would have too many states.
  static func checkSize(_ node: PatternNode) throws(PredicateTextError) {
    guard try size(node) <= RegularExpressionLimits.states else { throw tooLarge(nil) }
  }

  private static func tooLarge(_ range: SourceRange?) -> PredicateTextError {
    PredicateTextError(
      .patternStates,
      "The regular expression has more than \(RegularExpressionLimits.states) states; repetitions count as "
        + "often as they say.", at: range)
  }

  /// States of a node, at least one, so that repeating nothing counts too.
  private static func size(_ node: PatternNode) throws(PredicateTextError) -> Int {
    switch node {
    case .sequence(let parts), .alternatives(let parts):
      var sum = 1
      for part in parts { sum += try size(part) }
      return sum
    case .repeated(let body, let minimum, let maximum, let range):
      let size = (try size(body) + 1) * max(maximum ?? minimum, 1)
      guard size <= RegularExpressionLimits.states else { throw tooLarge(range) }
      return size
    case .empty, .literal, .set, .any, .lineBreak, .assertion: return 1
    }
  }

  // MARK: - Instructions

  private var end: Int { program.instructions.count }

  private mutating func emit(_ node: PatternNode) {
    switch node {
    case .empty: break
    case .literal(let scalar, let foldsCase): emit([scalar], foldsCase: foldsCase)
    case .set(let index): program.instructions.append(.set(index))
    case .any(withLineBreaks: false): program.instructions.append(.insideLine)
    case .any: program.instructions += [.any, .scalar(LineBreak.lineFeed)]
    case .lineBreak: program.instructions += [.lineBreak, .scalar(LineBreak.lineFeed)]
    case .assertion(let assertion):
      if assertion == .wordBoundary || assertion == .noWordBoundary { program.asksForWords = true }
      program.instructions.append(.assertion(assertion))
    case .sequence(let parts): emit(sequence: parts)
    case .alternatives(let branches): emit(alternatives: branches)
    case .repeated(let body, let minimum, let maximum, _): emit(body, minimum, maximum)
    }
  }

  /// Literals next to each other are folded together, since marks belong to what they follow.
  private mutating func emit(sequence parts: [PatternNode]) {
    var (run, runFolds): ([UInt32], Bool) = ([], false)
    for part in parts {
      if case .literal(let scalar, let foldsCase) = part {
        if foldsCase != runFolds {
          emit(run, foldsCase: runFolds)
          run = []
        }
        run.append(scalar)
        runFolds = foldsCase
      } else {
        emit(run, foldsCase: runFolds)
        run = []
        emit(part)
      }
    }
    emit(run, foldsCase: runFolds)
  }

  private mutating func emit(_ literal: [UInt32], foldsCase: Bool) {
    guard !literal.isEmpty else { return }
    let plain = options.isEmpty ? literal : TextComposer.scalars(literal, options: options)
    guard foldsCase else {
      program.instructions += plain.map { .scalar($0) }
      return
    }
    program.foldsCase = true
    program.instructions += TextComposer.caseFolded(plain).map { .folded($0) }
  }

  private mutating func emit(alternatives branches: [PatternNode]) {
    var jumps: [Int] = []
    for branch in branches.dropLast() {
      let split = end
      program.instructions.append(.match)
      emit(branch)
      jumps.append(end)
      program.instructions.append(.match)
      program.instructions[split] = .split(split + 1, end)
    }
    if let last = branches.last { emit(last) }
    for jump in jumps { program.instructions[jump] = .jump(end) }
  }

  private mutating func emit(_ body: PatternNode, _ minimum: Int, _ maximum: Int?) {
    for _ in 0..<minimum { emit(body) }
    guard let maximum else { return emit(starred: body) }
    var splits: [Int] = []
    for _ in minimum..<maximum {
      splits.append(end)
      program.instructions.append(.match)
      emit(body)
    }
    for split in splits { program.instructions[split] = .split(split + 1, end) }
  }

  private mutating func emit(starred body: PatternNode) {
    let start = end
    program.instructions.append(.match)
    emit(body)
    program.instructions.append(.jump(start))
    program.instructions[start] = .split(start + 1, end)
  }
}
