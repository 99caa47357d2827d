/// A value behind one reference: cheap to copy however much is in it.
///
/// For what most copies of a description only carry along.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (left: Shared, right: Shared) -> Bool { left === right || left.value == right.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
