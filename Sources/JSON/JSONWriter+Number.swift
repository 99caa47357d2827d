extension JSONWriter {
  package mutating func write(_ value: Int) {
    write(Int64(value))
  }

  /// Writes an integer in decimal.
  package mutating func write(_ value: Int64) {
    var magnitude = value.magnitude
    guard magnitude >= 10 else {
      if value < 0 { bytes.append(ASCII.minus) }
      bytes.append(ASCII.zero + UInt8(magnitude))
      return
    }
    if value < 0 { bytes.append(ASCII.minus) }
    let start = bytes.count
    bytes.append(addingCapacity: 20) { (output: inout OutputSpan<UInt8>) in
      while magnitude > 0 {
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
        output.append(ASCII.zero + UInt8(truncatingIfNeeded: remainder))
        magnitude = quotient
      }
    }
    bytes[start...].reverse()
  }

  /// Writes the shortest text that reads back as the same double: `3.0`, `0.1`, `1e+20`, `-0.0`.
  ///
  /// Integral values keep their `.0`, so that languages with two kinds of numbers read a double again.
  /// Infinities and NaN, which JSON cannot write, become null.
  package mutating func write(_ value: Double) {
    guard value.isFinite else {
      writeNull()
      return
    }
    append(value.description)
  }
}
