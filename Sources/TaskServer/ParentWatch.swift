import Dispatch
import JSONRPC

extension Server {
  /// Ends the process when its client's process has ended, as at end of input.
  ///
  /// Where processes cannot be watched the server goes on: end of input still tells when the client is gone.
  /// Source: LSP 3.17 `InitializeParams.processId`.
  func endWithParent(_ processID: Int) {
    let process: ProcessHandle
    do throws(SystemError) {
      process = try ProcessHandle(Int32(clamping: processID))
    } catch .noSuchProcess {
      log(.warning, "the client's process \(processID) does not exist")
      return endOfClient()
    } catch {
      return log(.warning, "the client's process \(processID) cannot be watched: error \(error.code)")
    }
    DispatchQueue(label: "objwire.parent").async {
      process.waitUntilExit()
      self.endOfClient()
    }
  }
}
