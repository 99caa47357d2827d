/// Gives each of many things a name of its own: a number follows where the name itself is taken.
///
/// Names are the same when SQLite takes them for the same, whatever their case.
struct UniqueNames {
  /// How often each name was asked for.
  private var uses: [String: Int] = [:]
  private var taken: Set<String> = []

  /// - Parameter names: those that are given away already.
  init(taken names: [String] = []) {
    for name in names { _ = next(name) }
  }

  /// The name itself at first, later with 1, 2, … behind it.
  mutating func next(_ base: String) -> String {
    var use = uses[base.uppercased(), default: 0]
    var name: String
    // `ab`, `aB` and `ab1` all lead to AB1 sooner or later.
    repeat {
      name = use == 0 ? base : base + String(use)
      use += 1
    } while !taken.insert(name.uppercased()).inserted
    uses[base.uppercased()] = use
    return name
  }
}
