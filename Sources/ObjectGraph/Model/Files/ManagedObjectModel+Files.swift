public import FoundationEssentials
import JSON

extension ManagedObjectModel {
  /// Reads a model from a file or folder, as the model editor of Xcode keeps it, or as JSON.
  ///
  /// What is at the place decides, not its name:
  /// - a folder with versions (`X.xcdatamodeld`): the current one, which `.xccurrentversion` names; the only one if
  ///   there is one. `ModelVersions` has the others.
  /// - a folder with a file `contents` (`X.xcdatamodel`), or such a file itself.
  /// - a file in JSON, which says the same:
  ///
  /// ```json
  /// {"versionIdentifiers": ["1"],
  ///  "entities": [
  ///   {"name": "Task",
  ///    "attributes": [
  ///     {"name": "title", "type": "String", "isOptional": false, "maxLength": 80},
  ///     {"name": "date", "type": "Date"},
  ///     {"name": "priority", "type": "Integer 16", "default": 0, "minValue": 0, "maxValue": 9}],
  ///    "relationships": [
  ///     {"name": "list", "destination": "List", "inverse": "tasks", "deleteRule": "nullify"}],
  ///    "uniquenessConstraints": [["title"]],
  ///    "fetchIndexes": [{"name": "byDate", "elements": ["-date"]}]},
  ///   {"name": "List",
  ///    "relationships": [
  ///     {"name": "tasks", "destination": "Task", "inverse": "list", "isToMany": true, "deleteRule": "cascade"}]}],
  ///  "configurations": [{"name": "Local", "entities": ["Task", "List"]}],
  ///  "fetchRequests": [{"name": "urgent", "entity": "Task", "predicate": "priority > $LEVEL"}]}
  /// ```
  ///
  /// The other members are those of the descriptions, by their names in Swift; what is left out is as their
  /// initializers have it. Dates are seconds since 2001-01-01 UTC, Binary is base64. `jsonText` writes the form.
  ///
  /// What Xcode compiles (`.momd`, `.mom`) and keyed archives of editors before Xcode 4 are not read. A document type
  /// is read in `.xccurrentversion` alone, where Xcode writes one; in a model it is refused.
  /// - Throws: `ModelError` with everything that is wrong, each with file, line and element. XML or JSON that is
  ///   broken is one complaint, with line and column.
  /// - Complexity: O(bytes), and what `init(entities:)` takes.
  public init(contentsOf url: URL) throws(ModelError) {
    let path = try ModelFile.path(of: url)
    let kind = ModelFile.kind(of: path)
    switch kind {
    case .missing: throw ModelFile.missing(at: url)
    case .deadLink, .unreachable, .other: throw ModelError(kind.reason ?? "", file: path)
    case .file: self = try ModelFile.model(inFile: path)
    case .folder:
      // A folder that cannot be read is at fault itself, not what might be in it.
      _ = try ModelFile.names(in: path)
      let contents = url.appending(path: ModelFile.contents).path
      if ModelFile.kind(of: contents) != .missing {
        self = try ModelFile.model(inFile: contents)
      } else if try !Self.holdsOtherModels(url), let versions = try ModelVersions(ifAt: url) {
        self = try versions.currentModel()
      } else {
        throw try Self.noModel(at: url)
      }
    }
  }

  /// Reads a model from the text of a model file in JSON, such as `jsonText` writes it.
  ///
  /// - Parameter name: what complaints call the file.
  /// - Throws: `ModelError` as `init(contentsOf:)`.
  public init(jsonText: String, name: String = "model") throws(ModelError) {
    self = try ModelJSONReader.model(Array(jsonText.utf8), file: name)
  }

  /// Reads several models and merges them into one.
  ///
  /// As Core Data's `mergedModel(from:)` does with the models of bundles, but nothing is searched for unasked.
  /// - Parameter urls: models as `init(contentsOf:)` takes them, and folders, each of which stands for every model
  ///   that lies in it: `.xcdatamodeld`, `.xcdatamodel` and `.model.json`, in byte order of the names.
  /// - Throws: `ModelError` with everything that is wrong with any of the models, or with what two of them disagree
  ///   about; also if there is no model at all in a folder.
  public static func mergedModel(from urls: [URL]) throws(ModelError) -> ManagedObjectModel {
    var models: [ModelSource] = []
    var complaints: [ModelError.Complaint] = []
    for url in urls {
      do throws(ModelError) {
        for place in try modelPlaces(at: url) {
          do throws(ModelError) {
            models.append(ModelSource(model: try ManagedObjectModel(contentsOf: place), file: place.path))
          } catch {
            complaints += error.complaints
          }
        }
      } catch {
        complaints += error.complaints
      }
    }
    guard complaints.isEmpty else { throw ModelError(complaints: complaints) }
    return try ManagedObjectModel(merging: models)
  }

  /// The model in the form of `init(contentsOf:)`, as JSON that a person can read.
  ///
  /// Reading it gives the same model; only the order of attributes among relationships is not kept.
  public var jsonText: String { ModelElement(self).json(.model).indentedText + "\n" }

  /// The same on one line.
  package var compactJSONText: String { ModelElement(self).json(.model).text }
}

extension ManagedObjectModel {
  /// The place itself if it is a model, else the models in the folder.
  private static func modelPlaces(at url: URL) throws(ModelError) -> [URL] {
    guard ModelFile.kind(of: try ModelFile.path(of: url)) == .folder else { return [url] }
    let isModel = ModelFile.kind(of: url.appending(path: ModelFile.contents).path) != .missing
    if isModel || url.pathExtension == ModelFile.versions || url.pathExtension == ModelFile.version {
      return [url]
    }
    let names = try ModelFile.names(in: url.path)
    let models = names.filter { isModelName($0) }
    if models.isEmpty { throw try noModel(at: url) }
    return models.map { url.appending(path: $0) }
  }

  /// Whether a folder holds models of which none can be a version of it.
  private static func holdsOtherModels(_ url: URL) throws(ModelError) -> Bool {
    try ModelFile.names(in: url.path).contains { isModelName($0) && !$0.hasSuffix("." + ModelFile.version) }
  }

  private static func isModelName(_ name: String) -> Bool {
    name.hasSuffix("." + ModelFile.versions) || name.hasSuffix("." + ModelFile.version)
      || name.hasSuffix(ModelFile.json)
  }

  /// Why a folder is no model.
  private static func noModel(at url: URL) throws(ModelError) -> ModelError {
    let names = try ModelFile.names(in: url.path)
    if names.contains("elements"), names.contains("layout") {
      return ModelError(
        "this model was kept by an editor before Xcode 4; Xcode can convert it", file: url.path)
    }
    if ModelFile.isCompiled(url) || names.contains(where: { $0.hasSuffix(".mom") }) {
      return ModelError(ModelFile.compiled, file: url.path)
    }
    let models = names.filter { isModelName($0) }
    if models.count > 1 {
      return ModelError(
        "this folder is no model, it holds several: \(models.joined(separator: ", "))", file: url.path)
    }
    let hint = models.isEmpty ? "" : "; it holds \(models.joined(separator: ", "))"
    return ModelError(
      "this folder is no model: it has neither a file \(ModelFile.contents) nor a folder "
        + "*.\(ModelFile.version)" + hint, file: url.path)
  }
}
