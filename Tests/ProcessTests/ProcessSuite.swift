import Testing

/// All tests that start the real server.
@Suite(.enabled(if: Binary.answers, "the objwire beside the tests does not answer yet"))
enum ProcessSuite {}
