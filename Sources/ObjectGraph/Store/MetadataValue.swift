/// A value in a store's metadata: what a property list can hold.
public indirect enum MetadataValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001-01-01 UTC.
  case date(Double)
  case data([UInt8])
  case string(String)
  case list([MetadataValue])
  case dictionary([String: MetadataValue])
}
