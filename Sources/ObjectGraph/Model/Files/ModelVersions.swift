public import FoundationEssentials
import Spelling

/// The versions of a model that lie side by side in one `.xcdatamodeld` folder.
///
/// Reading them lists the folder; a version's own file is read when it is asked for.
public struct ModelVersions: Hashable, Sendable {
  /// The folder.
  public let url: URL
  /// Names of all versions without their extension, in byte order.
  public let names: [String]
  /// The version that programs use; nil if the folder does not say and has several.
  public let currentName: String?

  /// Lists the versions in a folder.
  ///
  /// - Throws: `ModelError` if it is no folder of versions, or names a current version that is not there.
  public init(contentsOf url: URL) throws(ModelError) {
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

  /// Reads a version by its name.
  ///
  /// - Throws: `ModelError` if there is none of that name, and for everything that is wrong with it.
  public func model(named name: String) throws(ModelError) -> ManagedObjectModel {
    guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
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
    let root = try ModelFile.xml(try ModelFile.bytes(of: path), of: path, doctype: .propertyList)
    guard let entry = currentVersion(in: root) else {
      throw ModelError("this is no property list that has a string for _XCCurrentVersionName", file: path)
    }
    let suffix = "." + ModelFile.version
    let name = entry.hasSuffix(suffix) ? String(entry.dropLast(suffix.count)) : entry
    if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return name }
    throw ModelError(
      "the current version is \(name), which is not there; there are \(names.joined(separator: ", "))",
      file: path, nearest: NearestName.of(name, in: names))
  }

  /// The string behind the key `_XCCurrentVersionName` of the dictionary in a property list.
  private static func currentVersion(in root: ModelElement) -> String? {
    guard root.name == "plist", let dictionary = root.children.first, dictionary.name == "dict" else {
      return nil
    }
    let entries = dictionary.children
    guard let key = entries.firstIndex(where: { $0.name == "key" && $0.text == "_XCCurrentVersionName" }),
      key + 1 < entries.count, entries[key + 1].name == "string"
    else { return nil }
    return entries[key + 1].text
  }
}
