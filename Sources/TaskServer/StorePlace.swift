import FoundationEssentials

/// The file of a store as it lies there, looked at after opening it has failed.
///
/// SQLite says "unable to open database file" for all of this.
struct StorePlace {
  let path: String

  /// What every SQLite database begins with (sqlite.org/fileformat2.html §1.3.1).
  private static let header = "SQLite format 3\0"

  /// What is wrong with the place, in words; nil if nothing can be seen from outside.
  func complaint(_ configuration: ServerConfiguration) -> String? {
    guard let type = type(of: path) else {
      return configuration.isReadOnly ? nil : complaintAboutMissing
    }
    if type == .typeDirectory { return "\(path) is a directory" }
    if type != .typeRegular { return "\(path) is no file that can hold a store" }
    let files = FileManager.default
    if !files.isReadableFile(atPath: path) { return "\(path) cannot be read: permission denied" }
    if configuration.isReadOnly { return nil }
    if !files.isWritableFile(atPath: path) {
      return "\(path) cannot be written: permission denied; --read-only opens it for reading"
    }
    if !files.isWritableFile(atPath: directory) {
      return
        "no files can be made in \(directory): permission denied; --read-only opens the store for reading"
    }
    return nil
  }

  /// Whether there is a file with content of another kind.
  var isOtherFile: Bool {
    guard let content = FileManager.default.contents(atPath: path), !content.isEmpty else { return false }
    return !content.starts(with: Self.header.utf8)
  }

  private var directory: String { URL(filePath: path).deletingLastPathComponent().path }

  private var complaintAboutMissing: String? {
    guard let type = type(of: directory) else {
      return "the directory \(directory) cannot be made" + (lookFailure.map { ": \($0)" } ?? "")
    }
    if type != .typeDirectory { return "\(directory) is no directory" }
    guard FileManager.default.isWritableFile(atPath: directory) else {
      return "no files can be made in \(directory): permission denied"
    }
    return lookFailure.map { "\(path) cannot be made: \($0)" }
  }

  /// Why nobody can tell whether there is a file; nil if there is certainly none.
  private var lookFailure: String? {
    do {
      _ = try FileManager.default.attributesOfItem(atPath: path)
    } catch let error as CocoaError where error.code != .fileReadNoSuchFile {
      return FileFailure.reason(error)
    } catch {}
    return nil
  }

  /// What a path leads to, links followed; nil for nothing.
  private func type(of path: String) -> FileAttributeType? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType
  }
}
