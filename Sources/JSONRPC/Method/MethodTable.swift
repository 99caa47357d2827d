package import JSON
import Spelling

/// The methods of one environment, found by name.
package struct MethodTable<Environment>: Sendable {
  /// One method, ready to be called.
  ///
  /// An object, since each request passes several hands and a struct of closures is dear to copy.
  package final class Entry: Sendable {
    /// The name on the wire.
    package let name: String
    /// What it does to the world.
    package let effect: Effect
    /// Whether it always takes microseconds only.
    package let isQuick: Bool

    /// What the manual says about it.
    package var description: MethodDescription { describe() }

    /// Reads the params, runs the method and appends its result.
    package let respond: @Sendable (RawParams, Environment, inout JSONWriter) throws(RPCError) -> Void

    fileprivate let nameBytes: [UInt8]

    /// Made when asked for: most runs of the server describe nothing.
    private let describe: @Sendable () -> MethodDescription

    fileprivate func isNamed(_ name: Span<UInt8>) -> Bool {
      let bytes = nameBytes
      let mine = bytes.span
      guard mine.count == name.count else { return false }
      var index = 0
      while index < mine.count, mine[index] == name[index] { index += 1 }
      return index == mine.count
    }

    fileprivate init<M: StreamingMethod>(_ method: M.Type) where M.Environment == Environment {
      name = method.name
      nameBytes = Array(method.name.utf8)
      effect = method.effect
      describe = { MethodDescription(method) }
      isQuick = method.isQuick
      respond = { (params, environment, writer) throws(RPCError) in
        try method.respond(try params.read(as: M.Params.self), environment, into: &writer)
      }
    }
  }

  /// In the order given.
  package let entries: [Entry]

  /// Open addressing: at most half full, so that a search ends soon.
  ///
  /// Indexes into `entries`, −1 where free.
  private var slots: [Int16]

  /// No two methods may have the same name.
  package init(_ methods: [any StreamingMethod<Environment>.Type]) {
    entries = methods.map { Self.entry($0) }
    var size = 16
    while size < 2 * entries.count { size *= 2 }
    slots = [Int16](repeating: -1, count: size)
    for (index, entry) in entries.enumerated() {
      let name = entry.nameBytes
      let slot = slot(of: name.span)
      precondition(slots[slot] < 0, "two methods are named \(entry.name)")
      slots[slot] = Int16(index)
    }
  }

  private static func entry<M: StreamingMethod<Environment>>(_ method: M.Type) -> Entry {
    Entry(method)
  }

  /// The method of a name, compared by bytes; nil if there is none.
  package func find(_ name: ArraySlice<UInt8>) -> Entry? { index(of: name).map { entries[$0] } }

  /// The place of the method in `entries`; nil if there is none.
  package func index(of name: ArraySlice<UInt8>) -> Int? {
    let index = slots[slot(of: name.span)]
    return index < 0 ? nil : Int(index)
  }

  /// The error for a name that `find` does not know, with the known name most like it.
  package func notFound(_ name: ArraySlice<UInt8>) -> RPCError {
    let text = String(decoding: name.prefix(Self.maximumEchoedName), as: UTF8.self)
    return .methodNotFound(text, nearest: NearestName.of(text, in: entries.map(\.name)))
  }

  /// Bytes of an unknown name that are sent back, at most.
  private static var maximumEchoedName: Int { 200 }

  /// The slot that holds the name or is free for it.
  private func slot(of name: Span<UInt8>) -> Int {
    // The table's names are ours, so nobody can choose colliding ones.
    var slot = Int(FNV1a(name).folded) & (slots.count - 1)
    while slots[slot] >= 0, !entries[Int(slots[slot])].isNamed(name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
