import JSON
import JSONRPC
import ObjectGraph

/// Why a command of the shell did not do what it was told.
enum ShellError: Error {
  /// The command line, or its input, makes no sense.
  case usage(String)
  /// The store cannot be opened.
  case store(StoreError)
  /// A method failed; the error object of its reply.
  case request(JSONValue)
  /// Sentences, one a line; an indented one belongs to the one before. Nothing was changed.
  case failed([String])
  /// What is wrong with a file, lines that begin with the place, and what that means.
  case rejected([String], String)
  /// What was to be printed cannot be.
  case output(SystemError)
}

extension ShellError {
  /// A failure with one sentence.
  static func failed(_ sentence: String) -> ShellError { .failed([sentence]) }

  /// `data.kind` of a failed method.
  var kind: String? {
    if case .request(let error) = self { error["data"]?["kind"]?.string } else { nil }
  }
}
