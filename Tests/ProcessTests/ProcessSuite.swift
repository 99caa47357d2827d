import Testing

/// All tests that start the real server.
@Suite enum ProcessSuite {}
