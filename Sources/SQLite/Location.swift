/// Where a database is and how it may be used.
package enum Location: Hashable, Sendable {
  /// A private database in memory that ends with its connection.
  case memory
  /// A file.
  case file(path: String, access: Access)

  /// What a connection may do with a file.
  package enum Access: Hashable, Sendable {
    /// Read and write; the file is made if it is missing.
    case create
    /// Read and write; a missing file is an error.
    case readWrite
    /// Read only; the files beside it (`-wal`, `-shm`) may still be made.
    case readOnly
    /// Read only, with the promise that nobody writes: no locks, no files beside it.
    ///
    /// What stands in a write-ahead log beside the file is not seen.
    case immutable
  }

  /// Whether statements that change the database can run.
  package var canWrite: Bool {
    switch self {
    case .memory: true
    case .file(_, let access): access == .create || access == .readWrite
    }
  }

  /// Whether C would see only the beginning of the path.
  var containsNullByte: Bool {
    guard case .file(let path, _) = self else { return false }
    return path.utf8.contains(0)
  }

  /// The name for `sqlite3_open_v2`: a URI, in which no character of the path has a meaning of its own.
  ///
  /// Source: sqlite.org/uri.html. The two slashes before an absolute path are the empty authority.
  var name: String {
    guard case .file(let path, let access) = self else { return ":memory:" }
    let authority = path.utf8.first == UInt8(ascii: "/") ? "//" : ""
    let query = access == .immutable ? "?immutable=1" : ""
    return "file:" + authority + Location.escaped(path) + query
  }

  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
