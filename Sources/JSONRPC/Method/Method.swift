package import JSON

/// A method as it is declared once: what dispatch, `rpc.discover` and protocol.md are made from.
///
/// Most methods conform to `Method`. One whose result is too large to be a value conforms to this and writes it.
package protocol StreamingMethod<Environment>: Sendable, SendableMetatype {
  /// What a request runs on, for instance the worker of a context.
  associatedtype Environment

  associatedtype Params: WireType

  /// The result; of a streaming method only the schema is used.
  associatedtype Output: WireType

  /// The name on the wire: "task.add".
  static var name: String { get }

  /// What it does, in one sentence or a few; Markdown.
  static var summary: String { get }

  static var effect: Effect { get }

  /// The kinds of errors it may give beside those every method may.
  static var errors: [ErrorKind] { get }

  static var example: MethodExample { get }

  /// Runs the method and appends its result, one JSON value.
  ///
  /// If it throws, what it appended is dropped.
  static func respond(
    _ params: Params, _ environment: Environment, into writer: inout JSONWriter
  ) throws(RPCError)
}

/// A method whose result is a value.
package protocol Method<Environment>: StreamingMethod {
  static func handle(_ params: Params, _ environment: Environment) throws(RPCError) -> Output
}

extension StreamingMethod {
  package static var errors: [ErrorKind] { [] }
}

extension Method {
  package static func respond(
    _ params: Params, _ environment: Environment, into writer: inout JSONWriter
  ) throws(RPCError) {
    try handle(params, environment).write(to: &writer)
  }
}

/// A call that protocol.md prints and a test runs.
package struct MethodExample: Sendable {
  /// The params, JSON; nil for a call without.
  package let params: String?

  /// The result, JSON; nil if it differs from run to run.
  package let result: String?

  package init(params: String? = nil, result: String? = nil) {
    self.params = params
    self.result = result
  }
}
