import Glibc

/// Standard input for those who want all of it.
package enum StandardInput {
  /// Whether a person types it.
  package static var isTerminal: Bool { isatty(FileDescriptor.standardInput.number) == 1 }

  /// Waits for the end and gives every byte before it.
  package static func readToEnd() throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: StdioTransport.chunkSize)
    var all: [UInt8] = []
    while true {
      switch FileDescriptor.standardInput.read(using: &buffer) {
      case .bytes(let chunk): all += chunk
      case .endOfFile: return all
      case .failed(let error): throw error
      }
    }
  }
}
