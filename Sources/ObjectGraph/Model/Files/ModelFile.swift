import FoundationEssentials
import JSON
import Spelling

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
    /// A link that leads nowhere, or to itself.
    case deadLink
    /// In a folder that may not be searched.
    case unreachable
    /// A device, a pipe, a socket.
    case other

    /// Why nothing can be read there; nil for a file and a folder.
    var reason: String? {
      switch self {
      case .file, .folder: nil
      case .missing: "there is no such file or folder"
      case .deadLink: "this is a link that leads nowhere"
      case .unreachable: "a folder above it may not be searched"
      case .other: "this is neither a file nor a folder"
      }
    }
  }

  /// What a path leads to, links followed.
  static func kind(of path: String) -> Kind {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    do {
      switch try FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType {
      case .typeRegular?: return .file
      case .typeDirectory?: return .folder
      case .typeSymbolicLink?: return .deadLink
      default: return .other
      }
    } catch {
      return (error as? CocoaError)?.code == .fileReadNoPermission ? .unreachable : .missing
    }
  }

  /// What is in a folder, by name, hidden files too.
  static func names(in folder: String) throws(ModelError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw ModelError("the folder cannot be read", file: folder)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a file, without the mark that some editors put before UTF-8.
  ///
  /// - Throws: `ModelError` for what is no file, cannot be read or is too large.
  static func bytes(of path: String) throws(ModelError) -> [UInt8] {
    let kind = kind(of: path)
    guard kind == .file else { throw ModelError(kind.reason ?? "this is no file", file: path) }
    let size =
      try? FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)[.size] as? Int
    if let size, size > ModelFileLimit.bytes {
      throw ModelError(XMLError.Kind.tooLarge.reason, file: path)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ModelError("the file cannot be read", file: path)
    }
    return Array(ByteOrderMark.dropped(from: [UInt8](data)[...]))
  }

  /// The model that a single file describes, in XML or JSON, whichever it is.
  static func model(inFile path: String) throws(ModelError) -> ManagedObjectModel {
    let bytes = try bytes(of: path)
    if compiledBeginnings.contains(where: { bytes.starts(with: $0.utf8) }) {
      throw ModelError(compiled, file: path)
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
    if bytes.allSatisfy(XMLCursor.isSpace) { throw ModelError("the file is empty", file: path) }
    do throws(XMLError) {
      return try XMLReader.read(bytes, doctype: doctype)
    } catch {
      let place = ModelError.Place(file: path, line: error.line, column: error.column)
      throw ModelError(complaints: [ModelError.Complaint(reason: error.kind.reason, place: place)])
    }
  }
}

// MARK: - What is no model

extension ModelFile {
  /// `.mom` and `.plist`, `.omo`.
  private static let compiledBeginnings = ["bplist", "momv2$"]

  /// What is said about everything that Xcode makes of a model for a program.
  static let compiled = "this is what Xcode compiles of a model; use the source, an .\(versions) folder"

  /// Whether a name is one that Xcode gives what it compiles.
  static func isCompiled(_ url: URL) -> Bool { ["mom", "momd", "omo"].contains(url.pathExtension) }

  /// The path of a URL.
  ///
  /// - Throws: `ModelError` if it is not one of a file; a relative URL without a scheme is.
  static func path(of url: URL) throws(ModelError) -> String {
    if url.isFileURL || url.scheme == nil { return url.path }
    throw ModelError("this is no URL of a file", file: url.absoluteString)
  }

  /// What is wrong with a place at which there is nothing, with what lies beside it and may be meant.
  static func missing(at url: URL) -> ModelError {
    let names = (try? names(in: url.deletingLastPathComponent().path)) ?? []
    let reason = Kind.missing.reason ?? ""
    guard isCompiled(url) else {
      return ModelError(reason, file: url.path, nearest: NearestName.of(url.lastPathComponent, in: names))
    }
    let stem = url.deletingPathExtension().lastPathComponent
    return ModelError(
      "\(reason), and Xcode's compiled models are not read; use the source", file: url.path,
      nearest: ["\(stem).\(versions)", "\(stem).\(version)"].first { names.contains($0) })
  }
}

extension ModelError {
  /// One thing that is wrong with a file or folder as a whole.
  init(_ reason: String, file: String, nearest: String? = nil) {
    let place = Place(file: file)
    self.init(complaints: [Complaint(reason: reason, nearest: nearest, place: place)])
  }
}
