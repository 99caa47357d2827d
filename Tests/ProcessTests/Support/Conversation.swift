import Testing

/// Bytes in, bytes out: what a client sees that sends everything and closes its input.
struct Conversation {
  /// Everything that came on standard output.
  let output: String
  let lines: [String]
  let ending: ChildProcess.Ending
  let errorText: String

  /// Runs objwire once with this input.
  init(
    _ arguments: [String] = ["serve", "--in-memory"], input: String = "", environment: [String: String] = [:]
  ) throws {
    try self.init(arguments, bytes: Array(input.utf8), environment: environment)
  }

  init(_ arguments: [String], bytes: [UInt8], environment: [String: String] = [:]) throws {
    let process = try ChildProcess(
      path: Binary.path, arguments,
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 })
    try process.send(bytes: bytes)
    process.closeInput()
    output = String(decoding: try process.readToEnd(), as: UTF8.self)
    lines = output.split(separator: "\n").map(String.init)
    ending = try process.wait()
    errorText = process.errorText
  }
}

/// Runs one conversation in memory and compares every line of the answer.
func check(_ input: String, answers expected: [String], sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  let conversation = try Conversation(input: input)
  #expect(conversation.lines == expected, sourceLocation: sourceLocation)
  #expect(conversation.ending == .code(0), "\(conversation.errorText)", sourceLocation: sourceLocation)
}
