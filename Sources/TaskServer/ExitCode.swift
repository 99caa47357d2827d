/// What the process says with its exit code.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case success = 0
  case failure = 1
  case usage = 2
  case storeNotOpened = 3
  case unsavedChanges = 4
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// When it happens, for the manual.
  package var meaning: String {
    switch self {
    case .success:
      "End of input, a closed standard output, `exit` after `shutdown`, or the end of the client's process; no change was lost."
    case .failure:
      "`exit` without `shutdown`; standard input or output failed (stderr says why); other commands: what was asked for "
        + "failed, or replies differ (`replay`)."
    case .usage:
      "The command line is wrong, or a model, log or recording that it names cannot be used."
    case .storeNotOpened: "The store could not be opened; stderr says why, the file is untouched."
    case .unsavedChanges: "Unsaved changes were discarded at the end; stderr names the contexts."
    case .hungUp:
      "SIGHUP, unless it was ignored from the start (`nohup`)."
    case .interrupted: "SIGINT."
    case .terminated: "SIGTERM."
    }
  }
}
