package import JSON

/// A method as it is declared once: what dispatch, `rpc.discover` and protocol.md are made from.
///
/// Most methods conform to `Method`. One whose result is too large to be a value conforms to this and writes
/// it.
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

  /// The chapter of the manual that it shares with methods which do the same for other things; nil for one of
  /// its own.
  static var chapter: String? { get }

  /// Whether clients send it without an id and expect no reply.
  static var isNotification: Bool { get }
  /// Whether it always takes microseconds only, so that its reply may wait to go out with its neighbours'.
  static var isQuick: Bool { get }

  /// Whether it says how far it is to a client that gave a `workDoneToken`.
  static var reportsProgress: Bool { get }

  /// The kinds of errors it may give beside those every method may.
  static var errors: [ErrorKind] { get }

  static var example: MethodExample { get }

  /// Runs the method and appends its result, one JSON value.
  ///
  /// If it throws, what it appended is dropped; so it must not throw after `writer.commit()`.
  static func respond(
    _ params: Params, _ environment: Environment, into writer: inout JSONWriter
  ) throws(RPCError)
}

/// A method whose result is a value.
package protocol Method<Environment>: StreamingMethod {
  // Named again, so that the compiler finds them in `handle`.
  associatedtype Environment
  associatedtype Params
  associatedtype Output

  /// Runs the method.
  static func handle(_ params: Params, _ environment: Environment) throws(RPCError) -> Output
}

extension StreamingMethod {
  package static var errors: [ErrorKind] { [] }

  package static var chapter: String? { nil }
  package static var isNotification: Bool { false }
  package static var isQuick: Bool { false }
  package static var reportsProgress: Bool { false }
}

extension Method {
  package static func respond(
    _ params: Params, _ environment: Environment, into writer: inout JSONWriter
  ) throws(RPCError) {
    let output = try handle(params, environment)
    writer.commit()
    output.write(to: &writer)
  }
}
