import FoundationEssentials
package import ObjectGraph

extension ServerConfiguration {
  /// Reads the model that `modelPaths` name, and keeps it in `model`; nothing is read if none is named.
  ///
  /// - Throws: `ModelError` with everything that is wrong with any of the files, each with its place.
  package mutating func readModel() throws(ModelError) {
    guard !modelPaths.isEmpty else { return }
    model = try ManagedObjectModel.mergedModel(from: modelPaths.map { URL(filePath: $0) })
  }

  /// The model whose objects are kept.
  ///
  /// - Throws: `ModelError` only if the built-in model were wrong.
  package func servedModel() throws(ModelError) -> ManagedObjectModel {
    if let model { return model }
    return try TaskModel.make()
  }
}
