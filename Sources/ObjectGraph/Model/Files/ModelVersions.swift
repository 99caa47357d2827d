public import FoundationEssentials
import Spelling

/// The versions of a model that lie side by side in one `.xcdatamodeld` folder.
///
/// Reading them lists the folder; a version's own file is read when it is asked for.
public struct ModelVersions: Hashable, Sendable {
  /// The folder.
  public let url: URL
  /// Names of all versions without their extension, in byte order, as the folder has them.
  public let names: [String]
  /// The version that programs use; nil if the folder does not say and has several.
  public let currentName: String?

  /// Lists the versions in a folder.
  ///
  /// - Throws: `ModelError` if it is no folder of versions, or names a current version that is not there.
  public init(contentsOf url: URL) throws(ModelError) {
    _ = try ModelFile.path(of: url)
    guard let versions = try Self(ifAt: url) else {
      throw ModelError("this is no folder with versions of a model (.\(ModelFile.versions))", file: url.path)
    }
    self = versions
  }

  /// - Returns: nil if the folder has no version.
  init?(ifAt url: URL) throws(ModelError) {
    guard ModelFile.kind(of: url.path) == .folder else { return nil }
    let suffix = "." + ModelFile.version
    let names = try ModelFile.names(in: url.path).filter { $0.hasSuffix(suffix) }
      .map { String($0.dropLast(suffix.count)) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if names.isEmpty { return nil }
    self.url = url
    self.names = names
    currentName = try Self.currentName(at: url, among: names)
  }

  /// Reads a version by its name, whose letters may be composed or decomposed.
  ///
  /// - Throws: `ModelError` if there is none of that name, and for everything that is wrong with it.
  public func model(named name: String) throws(ModelError) -> ManagedObjectModel {
    guard let name = Self.fileName(name, among: names) else {
      throw ModelError(
        "there is no version \(name); there are \(names.joined(separator: ", "))", file: url.path,
        nearest: NearestName.of(name, in: names))
    }
    return try ManagedObjectModel(contentsOf: url.appending(path: "\(name).\(ModelFile.version)"))
  }

  /// Reads the current version.
  ///
  /// - Throws: `ModelError` naming the versions if the folder does not say which it is, and for everything that is
  ///   wrong with it.
  public func currentModel() throws(ModelError) -> ManagedObjectModel {
    guard let currentName else {
      throw ModelError(
        "there are several versions (\(names.joined(separator: ", "))), and no \(ModelFile.currentVersion) "
          + "says which is the current one", file: url.path)
    }
    return try model(named: currentName)
  }

  /// Reads every version, by name.
  ///
  /// - Throws: `ModelError` with everything that is wrong with any of them.
  public func models() throws(ModelError) -> [String: ManagedObjectModel] {
    var models: [String: ManagedObjectModel] = [:]
    var complaints: [ModelError.Complaint] = []
    for name in names {
      do throws(ModelError) {
        models[name] = try model(named: name)
      } catch {
        complaints += error.complaints
      }
    }
    guard complaints.isEmpty else { throw ModelError(complaints: complaints) }
    return models
  }
}

extension ModelVersions {
  private static func currentName(at url: URL, among names: [String]) throws(ModelError) -> String? {
    let path = url.appending(path: ModelFile.currentVersion).path
    if ModelFile.kind(of: path) == .missing { return names.count == 1 ? names[0] : nil }
    guard let entry = try CurrentVersion.name(inFile: path) else { return names.count == 1 ? names[0] : nil }
    let suffix = "." + ModelFile.version
    let name = entry.hasSuffix(suffix) ? String(entry.dropLast(suffix.count)) : entry
    if let known = fileName(name, among: names) { return known }
    throw ModelError(
      "the current version is \(name), which is not there; there are \(names.joined(separator: ", "))",
      file: path, nearest: NearestName.of(name, in: names))
  }

  /// The name as the folder has it.
  ///
  /// A Mac's file system takes composed and decomposed letters for the same, and programs that copy files change one
  /// into the other; so does this where no name has the same bytes.
  private static func fileName(_ name: String, among names: [String]) -> String? {
    names.first { $0.utf8.elementsEqual(name.utf8) } ?? names.first { $0 == name }
  }
}
