/// Why a command line is wrong.
struct UsageError: Error {
  /// One sentence for a person.
  var message: String
}
