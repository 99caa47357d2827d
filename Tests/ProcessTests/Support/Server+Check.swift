import JSON
import Testing

extension Server {
  /// Calls a method and compares its result with a pattern; returns the result.
  @discardableResult func check(
    _ method: String, _ params: String = "{}", gives pattern: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let reply = try call(method, params)
    let fits = try Pattern(pattern).fits(reply.result)
    #expect(
      fits, "\(method) \(params): \(reply.line), not \(pattern)",
      sourceLocation: sourceLocation)
    return reply.result ?? .null
  }

  /// Calls a method that must fail with this kind; returns the error's data.
  @discardableResult func check(
    _ method: String, _ params: String = "{}", failsWith kind: String, code: Int64? = nil,
    data pattern: String = "{}", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let reply = try call(method, params)
    #expect(
      reply.kind == kind, "\(method) \(params): \(reply.line), not \(kind)", sourceLocation: sourceLocation)
    if let code {
      #expect(reply.code == code, "\(method) \(params): \(reply.line)", sourceLocation: sourceLocation)
    }
    let fits = try Pattern(pattern).fits(reply.data)
    #expect(
      fits, "\(method) \(params): \(reply.line), not \(pattern)",
      sourceLocation: sourceLocation)
    return reply.data ?? .null
  }

  /// Adds a task with this uuid and a description, and saves it.
  func addSaved(_ uuid: String, _ values: String = "") throws {
    let more = ", " + (values.isEmpty ? #""taskDescription": "a""# : values)
    try check(
      "task.add", #"{"values": {"uuid": "\#(uuid)"\#(more)}, "save": true}"#, gives: #"{"uuid": "\#(uuid)"}"#)
  }

  /// The uuids a fetch gives, in its order; `params` are members of the fetch's params.
  func uuids(_ params: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let reply = try call("task.fetch", "{\(params)}")
    let objects = try #require(
      reply.result?["objects"]?.array, "\(reply.line)", sourceLocation: sourceLocation)
    return objects.map { $0["uuid"]?.string ?? "" }
  }

  /// Ends the input and checks the exit code.
  func expectEnd(_ code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let ending = try finish()
    #expect(ending == .code(code), "\(process.errorText)", sourceLocation: sourceLocation)
  }
}
