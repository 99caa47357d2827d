import FoundationEssentials

/// Bytes and folders of models on a disk.
enum ModelFile {
  /// The file inside of a model's folder that describes it.
  static let contents = "contents"
  /// The extension of a folder with one version of a model.
  static let version = "xcdatamodel"
  /// The extension of a folder with several versions.
  static let versions = "xcdatamodeld"
  /// What the names of model files in JSON end with, where folders are searched for models.
  static let json = ".model.json"
  /// The file in a folder of versions that names the current one.
  static let currentVersion = ".xccurrentversion"

  /// Something that a path leads to.
  enum Kind {
    case file, folder, missing
    /// A device, a pipe, a socket.
    case other
  }

  /// What a path leads to, links followed.
  static func kind(of path: String) -> Kind {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    switch attributes?[.type] as? FileAttributeType {
    case nil: return .missing
    case .typeRegular?: return .file
    case .typeDirectory?: return .folder
    default: return .other
    }
  }

  /// What is in a folder, by name, hidden files too.
  static func names(in folder: String) throws(ModelError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw ModelError("the folder cannot be read", file: folder)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a file.
  ///
  /// - Throws: `ModelError` for what is no file, cannot be read or is too large.
  static func bytes(of path: String) throws(ModelError) -> [UInt8] {
    switch kind(of: path) {
    case .file: break
    case .missing: throw ModelError("there is no such file", file: path)
    case .folder, .other: throw ModelError("this is no file", file: path)
    }
    let size =
      try? FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)[.size] as? Int
    if let size, size > ModelFileLimit.bytes {
      throw ModelError(XMLError.Kind.tooLarge.reason, file: path)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ModelError("the file cannot be read", file: path)
    }
    return [UInt8](data)
  }

  /// The model that a single file describes, in XML or JSON, whichever it is.
  static func model(inFile path: String) throws(ModelError) -> ManagedObjectModel {
    let bytes = try bytes(of: path)
    if bytes.starts(with: "bplist".utf8) {
      throw ModelError("this is a compiled model; only models as they are written are read", file: path)
    }
    let first = bytes.first { !XMLCursor.isSpace($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return try ModelJSONReader.model(bytes, file: path)
    }
    return try ModelReader.model(try xml(bytes, of: path), file: path, notation: .xml)
  }

  /// The elements of a file in XML.
  static func xml(
    _ bytes: [UInt8], of path: String, doctype: XMLReader.Doctype = .refused
  ) throws(ModelError) -> ModelElement {
    do throws(XMLError) {
      return try XMLReader.read(bytes, doctype: doctype)
    } catch {
      let place = ModelError.Place(file: path, line: error.line, column: error.column)
      throw ModelError(complaints: [ModelError.Complaint(reason: error.kind.reason, place: place)])
    }
  }
}

extension ModelError {
  /// One thing that is wrong with a file or folder as a whole.
  init(_ reason: String, file: String, nearest: String? = nil) {
    let place = Place(file: file)
    self.init(complaints: [Complaint(reason: reason, nearest: nearest, place: place)])
  }
}
