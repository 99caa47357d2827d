import FoundationEssentials
package import ObjectGraph

extension ServerConfiguration {
  /// Reads the model that `modelPaths` name, and keeps it in `model`; nothing is read if none is named.
  ///
  /// - Throws: `ModelError` with everything that is wrong with any of the files, each with its place.
  package mutating func readModel() throws(ModelError) {
    guard !modelPaths.isEmpty else { return }
    let urls = modelPaths.map { URL(filePath: $0) }
    model = try ManagedObjectModel.mergedModel(from: urls)
    if urls.count == 1 { sourceModels = Self.versions(at: urls[0]) }
  }

  /// Every version in a folder of versions, in byte order of their names; none for other files.
  ///
  /// An old version that cannot be read is no reason not to serve the current one.
  private static func versions(at url: URL) -> [ManagedObjectModel] {
    guard let versions = try? ModelVersions(contentsOf: url) else { return [] }
    return versions.names.compactMap { try? versions.model(named: $0) }
  }

  /// The models that a store of the served one may have been made with before.
  ///
  /// A store of another model than the built-in one never was one of the built-in model.
  /// - Throws: `ModelError` only if a released model were wrong.
  package func earlierModels() throws(ModelError) -> [ManagedObjectModel] {
    model == nil ? sourceModels + (try ReleasedModels.earlier()) : sourceModels
  }

  /// The model whose objects are kept.
  ///
  /// - Throws: `ModelError` only if the built-in model were wrong.
  package func servedModel() throws(ModelError) -> ManagedObjectModel {
    if let model { return model }
    return try TaskModel.make()
  }
}
