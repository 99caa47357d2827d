import BinaryFormats

/// The property list in which a folder of versions says which is the current one.
///
/// Xcode writes it in XML with a document type, which is skipped, and without the key where it has nothing to say.
enum CurrentVersion {
  private static let key = "_XCCurrentVersionName"

  /// The name that a file gives, with its extension; nil if it gives none.
  ///
  /// - Throws: `ModelError` for what is no property list with a dictionary, or has something else for the name.
  static func name(inFile path: String) throws(ModelError) -> String? {
    let bytes = try ModelFile.bytes(of: path)
    let entry =
      bytes.starts(with: "bplist".utf8)
      ? entry(inBinary: bytes)
      : entry(in: try ModelFile.xml(bytes, of: path, doctype: .propertyList))
    switch entry {
    case .name(let name): return name
    case .absent: return nil
    case .invalid:
      throw ModelError("this is no property list that has a string for \(key)", file: path)
    }
  }

  private enum Entry {
    case name(String), absent, invalid
  }

  private static func entry(inBinary bytes: [UInt8]) -> Entry {
    guard let list = try? PropertyListReader.read(bytes), let dictionary = list.dictionary else {
      return .invalid
    }
    guard let value = dictionary[key] else { return .absent }
    if case .string(let name) = value { return .name(name) }
    return .invalid
  }

  private static func entry(in root: ModelElement) -> Entry {
    guard root.name == "plist", let dictionary = root.children.first, dictionary.name == "dict" else {
      return .invalid
    }
    let entries = dictionary.children
    guard let position = entries.firstIndex(where: { $0.name == "key" && $0.text == key }) else {
      return .absent
    }
    guard position + 1 < entries.count, entries[position + 1].name == "string" else { return .invalid }
    return .name(entries[position + 1].text)
  }
}
