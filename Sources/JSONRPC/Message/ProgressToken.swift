package import JSON

/// A client's name for what it wants to hear of while a request runs: a string or an integer, given back as
/// it came.
///
/// Source: LSP 3.17, Work Done Progress and Partial Result Progress.
package struct ProgressToken: WireType {
  /// The member of any request's params that asks for word of its progress.
  package static let workDoneMember = "workDoneToken"
  /// The notification that carries it.
  package static let notification = "$/progress"

  private let text: RawJSON

  package static var schema: JSONSchema { .any(of: [.string, .integer]) }

  package static func read(from reader: inout WireReader) throws(WireError) -> ProgressToken {
    let kind = reader.peek()
    let text = RawJSON(try reader.readRaw())
    if kind == .number {
      var number = text.reader
      guard try number.readNumber().int64 != nil else { throw .expected("a string or an integer") }
    } else if kind != .string {
      throw .expected("a string or an integer")
    }
    return ProgressToken(text: text)
  }

  package func write(to writer: inout JSONWriter) { text.write(to: &writer) }
}

extension RawParams {
  /// The token that asks for word of the request's progress; nil without one.
  ///
  /// - Throws: `RPCError.invalidParams` if it is neither a string nor an integer.
  package func workDoneToken() throws(RPCError) -> ProgressToken? {
    guard var reader = member(ProgressToken.workDoneMember)?.reader else { return nil }
    do throws(WireError) {
      return try ProgressToken?.read(from: &reader)
    } catch {
      throw .invalidParams(error.inside(ProgressToken.workDoneMember))
    }
  }
}

extension Outbox {
  /// Sends word of a request that runs; `writeValue` appends one JSON value.
  ///
  /// - Parameters:
  ///   - number: the client's message that it came with.
  ///   - isExpendable: see `notify`.
  package func notify(
    progressOf token: ProgressToken, of number: Int?, isExpendable: Bool = false,
    _ writeValue: (inout JSONWriter) -> Void
  ) {
    notify(ProgressToken.notification, of: number, isExpendable: isExpendable) { writer in
      writer.append("{\"token\":")
      token.write(to: &writer)
      writer.append(",\"value\":")
      writeValue(&writer)
      writer.endObject()
    }
  }
}
