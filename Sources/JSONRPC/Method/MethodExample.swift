/// A call that protocol.md prints and a test runs.
package struct MethodExample: Sendable {
  /// The params, JSON; nil for a call without.
  package let params: String?

  /// The result, JSON; nil prints no reply.
  package let result: String?

  /// Whether every run gives this result, but for UUIDs that are made up; otherwise its values are samples.
  package let isExact: Bool

  /// Calls that must be made before, each a method's name, a space and its params.
  package let setup: [String]

  /// The name of the model that it is about, where that is not the one the server brings along; a chapter of the manual
  /// tells of it.
  package let model: String?

  /// Whether the server's data lie in a file; otherwise they may be in memory.
  package let isOnDisk: Bool

  package init(
    params: String? = nil, result: String? = nil, isExact: Bool = true, setup: [String] = [],
    model: String? = nil, isOnDisk: Bool = false
  ) {
    self.params = params
    self.result = result
    self.isExact = isExact
    self.setup = setup
    self.model = model
    self.isOnDisk = isOnDisk
  }
}
