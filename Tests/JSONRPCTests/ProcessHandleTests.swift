import Glibc
import JSONRPC
import Testing

@Suite struct ProcessHandleTests {
  @Test func `a process that does not exist is told from one that cannot be watched`() throws {
    // Linux gives no process the greatest number, nor 0.
    #expect(throws: SystemError.noSuchProcess) { try ProcessHandle(.max) }
    let error = try #require(throws: SystemError.self) { try ProcessHandle(0) }
    #expect(error.code == EINVAL)
  }

  @Test func `this process can be watched`() throws {
    _ = try ProcessHandle(getpid())
  }
}
