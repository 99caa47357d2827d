import Testing

extension ProcessSuite {
  /// Standard streams that are closed, full or no streams at all.
  @Suite struct DescriptorTests {
    /// Runs objwire by a shell with these redirections; the server's own pipes stay open around it.
    private func run(
      _ redirections: String, _ arguments: [String] = ["serve", "--in-memory"], input: String = ""
    ) throws -> (ending: ChildProcess.Ending, output: String, errors: String) {
      let shell = try ChildProcess(
        path: "sh", ["-c", #"exec "$0" "$@" \#(redirections)"#, Binary.path] + arguments,
        environment: ["PATH": "/usr/bin:/bin"])
      try shell.send(bytes: Array(input.utf8))
      shell.closeInput()
      let output = String(decoding: try shell.readToEnd(), as: UTF8.self)
      return (try shell.wait(), output, shell.errorText)
    }

    private static let ping = LifeCycleTests.ping + "\n"
    private static let pong = LifeCycleTests.pong + "\n"

    @Test func `a closed standard input is the end of input`() throws {
      #expect(try run("<&-", ["--in-memory"]) == (.code(0), "", ""))
      #expect(try run("<&-") == (.code(0), "", ""))
      #expect(try run("<&-", ["call", "server.ping", "--in-memory"]) == (.code(0), "{}\n", ""))
    }

    @Test func `a closed standard error silences the log and nothing else`() throws {
      let ended = try run("2>&-", input: Self.ping)
      #expect(ended == (.code(0), Self.pong, ""))
      #expect(try run("<&- 2>&-") == (.code(0), "", ""))
      // The log must not end up in a file that got its number.
      let scratch = try Scratch()
      let store = ["serve", "--store", scratch.store]
      let add = #"{"jsonrpc":"2.0","id":1,"method":"task.add","params":{"values":{"uuid":"A"}}}"# + "\n"
      #expect(try run("<&- 2>&-", store) == (.code(0), "", ""))
      #expect(try run("2>&-", store, input: add).ending == .code(4))
      #expect(try SQLiteShell.query(scratch.store, "PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: [
      ["serve", "--in-memory"], ["call", "server.ping", "--in-memory"], ["help"], ["--version"],
    ])
    func `a closed standard output is an error that is said`(_ arguments: [String]) throws {
      let ended = try run(">&-", arguments, input: Self.ping)
      #expect(ended == (.code(1), "", "objwire: standard output is closed\n"))
    }

    @Test func `an output that takes nothing is an error that is said`() throws {
      let served = try run("> /dev/full", input: Self.ping)
      #expect(
        served == (
          .code(1), "", "objwire: error: replies cannot be written: No space left on device\n"
        ))
      for arguments in [["call", "server.ping", "--in-memory"], ["help"], ["--version"], ["describe"]] {
        let ended = try run("> /dev/full", arguments)
        #expect(
          ended == (
            .code(1), "", "objwire: standard output cannot be written: No space left on device\n"
          ))
      }
    }

    @Test func `output whose reader is gone is no error`() throws {
      let process = try ChildProcess(path: Binary.path, ["describe"], environment: [:])
      process.closeOutput()
      #expect(try process.wait() == .code(0))
      #expect(process.errorText.isEmpty)
    }

    @Test func `an input that cannot be read is an error that is said`() throws {
      let served = try run("< /")
      #expect(
        served == (.code(1), "", "objwire: error: standard input cannot be read: Is a directory\n"))
      let called = try run("< /", ["call", "server.ping", "-", "--in-memory"])
      #expect(
        called == (.code(1), "", "objwire: standard input cannot be read: Is a directory\n"))
    }
  }
}
