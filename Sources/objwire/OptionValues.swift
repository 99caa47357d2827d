import TaskServer

/// What the options of a command line say.
struct OptionValues {
  var configuration = ServerConfiguration()
  /// Nil if no option says where tasks are kept.
  var storage: ServerConfiguration.Storage?
  /// What the commands of the shell are told.
  var shell = ShellOptions()
  /// What decided on `storage`, in words.
  var storeOrigin = ""
  var writesFiles = false
  var asksForHelp = false
  var asksForVersion = false
}
