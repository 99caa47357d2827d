import Testing

extension ProcessSuite {
  /// Clients that others wrote, each as Debian or the Python package index has it: all of them frame messages with headers.
  @Suite struct ForeignClientTests {
    /// What every client prints.
    private static let story = """
      2026-12-02T10:00:00Z Call the café
      predicate.unknownKey: did you mean finished?
      1 to do, 2 saves seen

      """

    @Test func `jsonrpc.el of Emacs`() throws {
      let arguments = ["-Q", "--batch", "-l"]
      guard let text = try Example.output(of: "clients/examples/todo.el", with: "emacs", arguments) else {
        return print("skipped: no emacs here")
      }
      #expect(text == Self.story)
    }

    @Test func `vim.lsp.rpc of Neovim`() throws {
      // Neovim 0.7 has no -l, and takes what follows a script for files.
      let arguments = ["--headless", "-u", "NONE", "-S"]
      guard let text = try Example.output(of: "clients/examples/todo.lua", with: "nvim", arguments) else {
        return print("skipped: no nvim here")
      }
      #expect(text == Self.story)
    }

    @Test func `channels of Vim in mode lsp`() throws {
      guard
        try Example.succeeds(
          "vim", "-es", "-u", "NONE", "-c",
          "if !has('channel') || !has('vim9script') || !has('patch-8.2.4758') | cquit | endif", "-c", "qall!")
      else {
        return print("skipped: no vim here that has channels in mode lsp")
      }
      let arguments = ["-es", "-u", "NONE", "-S"]
      #expect(try Example.output(of: "clients/examples/todo.vim", with: "vim", arguments) == Self.story)
    }

    @Test func `channels of Vim in mode nl`() throws {
      guard
        try Example.succeeds(
          "vim", "-es", "-u", "NONE", "-c", "if !has('channel') | cquit | endif", "-c", "qall!")
      else {
        return print("skipped: no vim here that has channels")
      }
      let arguments = ["-es", "-u", "NONE", "-S"]
      #expect(try Example.output(of: "Tests/Clients/lines.vim", with: "vim", arguments) == "1 to do\n")
    }

    @Test func `vim.loop.spawn of Neovim`() throws {
      let arguments = ["--headless", "-u", "NONE", "-S"]
      guard let text = try Example.output(of: "Tests/Clients/lines.lua", with: "nvim", arguments) else {
        return print("skipped: no nvim here")
      }
      #expect(text == "1 to do\n")
    }

    @Test(arguments: [
      ("pylsp_jsonrpc_client.py", "import pylsp_jsonrpc"), ("pygls_client.py", "import pygls.client"),
      ("glib_client.py", "import gi; gi.require_version('Jsonrpc', '1.0')"),
    ])
    func `clients in Python`(_ program: String, _ need: String) throws {
      // Debian's own interpreter has what apt installs.
      guard
        let python = try ["python3", "/usr/bin/python3"].first(where: { try Example.succeeds($0, "-c", need) }
        )
      else {
        return print("skipped: \(need) fails here")
      }
      #expect(try Example.output(of: "Tests/Clients/\(program)", with: python, []) == Self.story)
    }
  }
}
