import TaskServer

/// What the options of a command line say.
struct OptionValues {
  var configuration = ServerConfiguration()
  /// Nil if no option says where tasks are kept.
  var storage: ServerConfiguration.Storage?
  var writesFiles = false
  var asksForHelp = false
  var asksForVersion = false
}
