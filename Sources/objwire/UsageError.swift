/// Why a command line is wrong.
struct UsageError: Error {
  /// One sentence for a person.
  var message: String
  /// What is wrong in particular, each with its place; printed before the sentence.
  var findings: [String] = []
}
