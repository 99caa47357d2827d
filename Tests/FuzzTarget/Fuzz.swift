import Glibc
import JSON
import JSONRPC

/// Hands over to libFuzzer, which makes inputs and gives each to `check`; a trap there is a finding.
///
/// Source: llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library".
@main enum Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { start, count in
        Fuzz.check(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
      })
  }

  /// What `OBJWIRE_FUZZ_SUBJECT` names: `wire` or `predicates`.
  private static let isAboutPredicates =
    getenv("OBJWIRE_FUZZ_SUBJECT").map { String(cString: $0) } == "predicates"

  static func check(_ bytes: [UInt8]) {
    if isAboutPredicates { return FuzzedPredicate.check(bytes) }
    FuzzedReader.check(bytes)
    FuzzedStream.check(bytes)
  }
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What holds for every text: both ways of reading agree, and what was read is written as the same value.
enum FuzzedReader {
  static func check(_ bytes: [UInt8]) {
    let fault = outcome { () throws(JSONError) in try JSONScanner.validate(bytes.span) }
    var tree: JSONValue?
    let treeFault = outcome { () throws(JSONError) in tree = try JSONValue(parsing: bytes.span) }
    precondition(fault == treeFault, "the two ways of reading disagree")
    if let fault { precondition((0...bytes.count).contains(fault.offset), "a fault outside of the text") }
    guard let tree else { return }
    _ = tree.pathToDuplicateKey
    let again = try? JSONValue(parsing: tree.text)
    precondition(again == tree, "what was written is another value")
  }

  private static func outcome(_ read: () throws(JSONError) -> Void) -> JSONError? {
    do throws(JSONError) {
      try read()
      return nil
    } catch {
      return error
    }
  }
}

/// What holds for every stream: it means the same however it is cut, and each answer is a reply of JSON-RPC.
enum FuzzedStream {
  /// Small, so that limits are met.
  private static let maximum = 512

  static func check(_ bytes: [UInt8]) {
    let whole = messages([bytes])
    let middle = bytes.count / 2
    precondition(whole == messages([Array(bytes[..<middle]), Array(bytes[middle...])]), "a cut matters")
    precondition(whole == messages(bytes.map { [$0] }), "single bytes matter")
    answer(bytes)
  }

  private static func messages(_ chunks: [[UInt8]]) -> [String] {
    var framer = StreamFramer(.auto, maximum: maximum)
    var messages: [FramedMessage] = []
    for chunk in chunks { framer.receive(chunk, into: &messages) }
    framer.finish(into: &messages)
    return messages.map { message in
      switch message {
      case .message(let bytes): "\(Array(bytes))"
      case .tooLong(let maximum): "longer than \(maximum)"
      case .fault(let fault): "\(fault)"
      }
    }
  }

  private static func answer(_ bytes: [UInt8]) {
    let transport = MemoryTransport()
    var intake = Intake(outbox: transport.outbox)
    var framer = StreamFramer(.auto, maximum: maximum)
    var messages: [FramedMessage] = []
    framer.receive(bytes, into: &messages)
    framer.finish(into: &messages)
    for message in messages {
      intake.accept(message) { request in
        _ = request.params.member("context")
        let params = request.params
        request.reply.succeed { (writer) throws(RPCError) in
          let everything = try params.read(as: AnyMembers.self)
          everything.write(to: &writer)
        }
      }
    }
    for reply in transport.takeMessages() {
      guard let value = try? JSONValue(parsing: reply) else { preconditionFailure("a reply that is no JSON") }
      for reply in value.array ?? [value] {
        let isOne = (reply["result"] == nil) != (reply["error"] == nil)
        precondition(reply["jsonrpc"] == "2.0" && reply["id"] != nil && isOne, "no reply of JSON-RPC")
      }
    }
  }
}

/// Params of any names, each value read as a tree.
private struct AnyMembers: WireType {
  let members: WireMap<JSONValue>

  static var schema: JSONSchema { .anyObject }

  static func read(from reader: inout WireReader) throws(WireError) -> AnyMembers {
    AnyMembers(members: try WireMap.read(from: &reader))
  }

  func write(to writer: inout JSONWriter) { members.write(to: &writer) }
}
