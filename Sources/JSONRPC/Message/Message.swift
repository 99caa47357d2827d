import JSON

/// A line: one envelope, or several.
package enum Message: Sendable {
  case single(Envelope)

  /// Items in order; never empty.
  case batch([Envelope])

  /// Whether it is no JSON.
  var isUnreadable: Bool {
    if case .single(.invalid(_, let error)) = self { error.kind == ErrorKind.parse.name } else { false }
  }

  /// More items than this are refused.
  package static let maximumBatchCount = 10_000

  /// Reads one message.
  ///
  /// - Complexity: O(length); one pass for a single message, two for a batch.
  package init(_ bytes: ArraySlice<UInt8>) {
    do throws(JSONError) {
      self = try Self.scan(bytes)
    } catch {
      self = .single(.invalid(id: .null, .parse(error)))
    }
  }

  private static func scan(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Message {
    let span = bytes.span
    var scanner = JSONScanner()
    var position = 0
    try scanner.begin(span, &position)
    guard position < span.count else { throw JSONError(.unexpectedEnd, at: position) }
    switch span[position] {
    case UInt8(ascii: "{"):
      let members = try EnvelopeMembers(bytes, &scanner, &position)
      try scanner.end(span, &position)
      return .single(members.envelope)
    case UInt8(ascii: "["):
      var ranges: [Range<Int>] = []
      try scanner.visitElements(span, &position) { ranges.append($0) }
      try scanner.end(span, &position)
      return try batch(bytes, ranges, &scanner)
    default:
      try scanner.skipValue(span, &position)
      try scanner.end(span, &position)
      return .single(notAnObject)
    }
  }

  private static func batch(
    _ bytes: ArraySlice<UInt8>, _ ranges: [Range<Int>], _ scanner: inout JSONScanner
  ) throws(JSONError) -> Message {
    if ranges.isEmpty {
      return .single(.invalid(id: .null, .invalidRequest("A batch must have at least one item.")))
    }
    if ranges.count > maximumBatchCount {
      let message = "A batch has at most \(maximumBatchCount) items."
      return .single(
        .invalid(id: .null, .limitExceeded("batchItems", maximum: maximumBatchCount, message)))
    }
    var envelopes: [Envelope] = []
    envelopes.reserveCapacity(ranges.count)
    for range in ranges {
      guard bytes[bytes.startIndex + range.lowerBound] == UInt8(ascii: "{") else {
        envelopes.append(notAnObject)
        continue
      }
      var position = range.lowerBound
      envelopes.append(try EnvelopeMembers(bytes, &scanner, &position).envelope)
    }
    return .batch(envelopes)
  }

  private static let notAnObject = Envelope.invalid(
    id: .null, .invalidRequest("A message must be an object or a batch of objects."))
}
