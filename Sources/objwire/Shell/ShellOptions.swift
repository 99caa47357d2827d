/// What the options of the shell's commands say.
struct ShellOptions {
  /// What becomes of a task's date.
  enum DateChange {
    case set(String)
    case remove
  }

  /// When output has colours.
  enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never
  }

  // What a task is to be.
  var text: String?
  var date: DateChange?
  var category: Int32?
  var uuid: String?
  var notifies: Bool?
  /// False for a task that is to be done again.
  var finished: Bool?

  // Which tasks.
  var predicate: String?
  var includesFinished = false
  var sort: [String] = []
  var limit: Int?
  var fields: [String]?

  // How to go about it.
  var isConfirmed = false
  var format = OutputFormat.text
  var color = ColorChoice.auto
  var wantsManualPage = false
}
