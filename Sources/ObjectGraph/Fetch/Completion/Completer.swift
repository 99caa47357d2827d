import PredicateLanguage

/// Finds out what can be written at a place.
///
/// Types are asked for by trial: a variable of the type in question is put where the candidate would stand, and the
/// checks of the binder decide.
struct Completer {
  /// What the names of the variables begin with that stand for candidates; nobody can write it.
  static let sample = "?"

  let site: CompletionSite
  /// Knows the variables around the place.
  let binder: Binder
  var list: CandidateList

  init(_ site: CompletionSite, _ binder: Binder) {
    self.site = site
    var binder = binder
    for variable in site.scope {
      let collection = try? binder.bind(variable.collection)
      binder.scope[variable.name] = collection?.boundType(in: binder.scope).element ?? BoundType(.any)
    }
    self.binder = binder.now
    list = CandidateList(typed: site.typed)
  }

  /// All candidates, best first.
  mutating func candidates() -> [PredicateCompletion.Candidate] {
    for expectation in site.expectations { add(expectation) }
    return list.sorted
  }

  private mutating func add(_ expectation: CompletionSite.Expectation) {
    switch expectation {
    case .operand(let role, let allowsPredicate): addOperands(BoundRole(role, self), allowsPredicate)
    case .step(let base, let names, let role):
      addSteps(KeyPathBeginning(base, names, binder), BoundRole(role, self))
    case .comparison(let left, let modifier): addComparisons(left, modifier)
    case .infix(let left, let functions): addInfixes(left, functions)
    case .connective(let words):
      for word in words { list.add(.init(word, .keyword), .wanted) }
    case .punctuation(let sign): list.add(.init(sign, .punctuation), .sign)
    case .options(let options): addOptions(options)
    case .position(let collection): addPositions(collection)
    case .variable: addVariable()
    }
  }

  private mutating func addOptions(_ options: StringOptions) {
    let details = [
      "c": "ignores case", "d": "ignores diacritics", "n": "compares bytes", "l": "changes nothing",
    ]
    for letter in options.eachLetter {
      list.add(.init(letter, .option, detail: details[letter]), .wanted)
    }
  }

  private mutating func addPositions(_ collection: ValueTerm<PropertyPath>) {
    let collection = bound(collection)
    for function in [Function.first, .last, .size] where takes(function, [collection]) {
      list.add(.init(function.spelling, .keyword), .word)
    }
  }

  /// The first free name of `$x`, `$y`, `$z`, `$x2` and so on.
  private mutating func addVariable() {
    let names = ["x", "y", "z"] + (2...(site.scope.count + 2)).map { "x\($0)" }
    guard let name = names.first(where: { name in !site.scope.contains { $0.name == name } }) else { return }
    list.add(.init("$" + name, .variable, detail: "stands for each element"), .wanted)
  }
}

// MARK: - Trials

extension Completer {
  /// A term that was read; what cannot be bound may be anything.
  func bound(_ term: ValueTerm<PropertyPath>) -> ValueTerm<BoundKeyPath> {
    (try? binder.bind(term)) ?? .variable("", .none)
  }

  /// What a term gives.
  func type(of term: ValueTerm<BoundKeyPath>) -> BoundType { term.boundType(in: binder.scope) }

  /// Whether a function takes these arguments.
  func takes(_ function: Function, _ arguments: [ValueTerm<BoundKeyPath>]) -> Bool {
    (try? binder.function(function, arguments, .none)) != nil
  }

  /// The same with values of some types, which stand for what would be written.
  func with(_ types: BoundType...) -> (completer: Completer, samples: [ValueTerm<BoundKeyPath>]) {
    with(types)
  }

  /// The same with values of some types, which stand for what would be written.
  func with(_ types: [BoundType]) -> (completer: Completer, samples: [ValueTerm<BoundKeyPath>]) {
    var binder = binder
    var samples: [ValueTerm<BoundKeyPath>] = []
    for type in types {
      let name = Self.sample + String(samples.count)
      binder.scope[name] = type
      samples.append(.variable(name, .none))
    }
    return (Completer(self, binder), samples)
  }

  private init(_ other: Completer, _ binder: Binder) {
    site = other.site
    list = other.list
    self.binder = binder
  }

  /// Whether two sides can be compared.
  func compares(
    _ left: ValueTerm<BoundKeyPath>, _ operator: ComparisonOperator, _ modifier: ComparisonModifier,
    with right: ValueTerm<BoundKeyPath>
  ) -> Bool {
    let types = [type(of: left).type, type(of: right).type]
    guard types.contains(.any) || types[0] == types[1] else { return false }
    let comparison = Comparison(modifier: modifier, left, `operator`, right)
    return (try? ComparisonCheck(comparison, scope: binder.scope).check()) != nil
  }
}
