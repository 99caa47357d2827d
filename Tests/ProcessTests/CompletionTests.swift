import Testing

extension ProcessSuite {
  /// Help, the manual page and completions, which are made from the same tables.
  @Suite struct CompletionTests {
    private static let commands = [
      "serve", "call", "add", "list", "done", "edit", "delete", "export", "import", "doctor", "describe",
      "completion",
      "help",
    ]

    /// Runs a shell with objwire on its path; nil where there is no such shell.
    private func shell(_ name: String, _ script: String, store: String) throws -> String? {
      let folder = Binary.path.split(separator: "/").dropLast().joined(separator: "/")
      let process: ChildProcess
      // Some shells write to their user's folder.
      let home = try Scratch()
      do {
        process = try ChildProcess(
          path: name, ["-c", script],
          environment: ["PATH": "/\(folder):/usr/bin:/bin", "OBJWIRE_STORE": store, "HOME": home.path(".")])
      } catch ChildProcess.Failure.notStarted(errno: _) {
        print("skipped: there is no \(name) here")
        return nil
      }
      process.closeInput()
      let output = String(decoding: try process.readToEnd(), as: UTF8.self)
      #expect(try process.wait() == .code(0), "\(process.errorText)")
      _ = home
      return output
    }

    @Test(arguments: commands)
    func `help shows an example first, then the options`(_ command: String) throws {
      let help = try Conversation(["help", command])
      let same = try Conversation([command, "--help"])
      #expect(help.ending == .code(0))
      if command != "help" {
        #expect(help.lines == same.lines)
        #expect(help.lines[0].hasPrefix("objwire \(command)"))
        #expect(help.lines[1].hasPrefix("  ") && help.lines[1].contains("objwire"))
        #expect(help.lines.contains("Options:"))
      }
      #expect(try Conversation(["help"]).lines.contains { $0.hasPrefix("  \(command) ") })
    }

    @Test(arguments: [
      ("objwire l", "list"), ("objwire list --so", "--sort"), ("objwire list --color a", "auto always"),
      ("objwire call task.f", "task.fetch"), ("objwire done aaaa", "AAAA-1"), ("objwire help ex", "export"),
      ("objwire completion f", "fish"), ("objwire list --fields t", "taskDescription"),
      ("objwire --ver", "--version"),
      ("objwire edit A", "AAAA-1 AAAB-2"), ("objwire export --al", ""), ("objwire list --limit ", ""),
    ])
    func `bash completes commands, options, their values and uuids`(_ line: String, _ expected: String) throws
    {
      let user = try ShellTests.filled()
      let output = try shell(
        "bash",
        """
        eval "$(objwire completion bash)"
        COMP_WORDS=(\(line.hasSuffix(" ") ? line + "''" : line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _objwire
        echo "${COMPREPLY[*]}"
        """, store: user.store)
      if let output { #expect(output == expected + "\n") }
    }

    @Test(arguments: [
      ("objwire l", ["list\tprint tasks"]),
      ("objwire list --so", ["--sort\tmost important first, -FIELD descending (default: date)"]),
      ("objwire done AAAA", ["AAAA-1\tBuy milk"]),
      ("objwire call settings.", ["settings.get", "settings.set"]),
      ("objwire completion ba", ["bash"]), ("objwire export --al", []),
    ])
    func `fish completes with descriptions`(_ line: String, _ expected: [String]) throws {
      let user = try ShellTests.filled()
      let output = try shell(
        "fish", "objwire completion fish | source; complete -C '\(line)'", store: user.store)
      if let output { #expect(output.split(separator: "\n").map(String.init) == expected) }
    }

    @Test func `zsh loads its completions, and calls them`() throws {
      let user = try ShellTests.filled()
      let output = try shell(
        "zsh",
        """
        autoload -U compinit && compinit -D -u
        eval "$(objwire completion zsh)"
        print ${_comps[objwire]}
        # Stands in for the part of zsh that shows what is offered.
        compadd() { local -a rest; rest=("$@"); print -r -- ${rest[(r)--,-1]:1} }
        _describe() { print -r -- ${(P)@[$#]:-} ${(P)4:-}; }
        _arguments() { print -r -- "$@" }
        words=(objwire list --s) CURRENT=3; _objwire
        _objwire_tasks
        """, store: user.store)
      guard let output else { return }
      let lines = output.split(separator: "\n").map(String.init)
      #expect(lines.first == "_objwire")
      #expect(lines.contains { $0.contains("--sort=[most important first") && $0.contains("--color=") })
    }

    @Test func `the manual page has every command and every option, and no mistake`() throws {
      let page = try Conversation(["help", "--man"]).lines
      for command in Self.commands {
        #expect(page.contains { $0.hasPrefix(".SS \"objwire \(command)") })
      }
      #expect(page.contains { $0.contains(#"\fB\-\-where\fR \fIPREDICATE\fR"#) })
      let complaints = try shell(
        "sh", "command -v mandoc >/dev/null || exit 0; objwire help --man | mandoc -Tlint -Wwarning || true",
        store: "/nonexistent")
      // Its date would be that of a release.
      let others = (complaints ?? "").split(separator: "\n").filter { !$0.contains("missing date") }
      #expect(others.isEmpty)
    }
  }
}
