import Dispatch
import JSONRPC

extension Server {
  /// Ends the process when its client's process has ended, as at end of input.
  ///
  /// Source: LSP 3.17 `InitializeParams.processId`.
  func endWithParent(_ processID: Int) {
    guard let process = ProcessHandle(Int32(clamping: processID)) else {
      log(.warning, "the client's process \(processID) does not exist")
      return endOfClient()
    }
    DispatchQueue(label: "objwire.parent").async {
      process.waitUntilExit()
      self.endOfClient()
    }
  }
}
