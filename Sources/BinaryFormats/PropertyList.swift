/// A property list as the binary format has it: every kind of object, none turned into another.
///
/// A real stays a real even when it is whole, and what a reader does not understand it can write back
/// unchanged. Source: the format's description in the public CoreFoundation sources (CFBinaryPList.c, leading
/// comment).
package indirect enum PropertyList: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case largeInteger(UInt64)
  case real(Double)
  /// Seconds since 2001-01-01 UTC.
  case date(Double)
  case data([UInt8])
  case string(String)
  /// A reference inside a keyed archive.
  case uid(UInt64)
  case array([PropertyList])
  case orderedSet([PropertyList])
  case set([PropertyList])
  case dictionary(PropertyListDictionary)
}

extension PropertyList: Equatable {
  /// Compares kinds and values; strings by their bytes, reals by their bits.
  package static func == (left: PropertyList, right: PropertyList) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.largeInteger(let left), .largeInteger(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.uid(let left), .uid(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.orderedSet(let left), .orderedSet(let right)): left == right
    case (.set(let left), .set(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }
}

extension PropertyList {
  /// The string; nil for every other kind.
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The bytes; nil for every other kind.
  package var data: [UInt8]? {
    if case .data(let value) = self { value } else { nil }
  }

  /// The integer; nil for every other kind.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil for every other kind.
  package var array: [PropertyList]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The dictionary; nil for every other kind.
  package var dictionary: PropertyListDictionary? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}
