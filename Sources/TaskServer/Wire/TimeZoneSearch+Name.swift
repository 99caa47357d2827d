import FoundationEssentials

extension TimeZoneSearch {
  /// The name under which any system has the zone that is found here; nil if it has none: a rule, or a file
  /// of its own.
  var foundName: String? {
    nameOfPlace.flatMap { zone($0) == nil ? nil : $0 }
  }

  private var nameOfPlace: String? {
    if let name { return name }
    guard let value = variable("TZ") else {
      let isThere = contents(Self.systemFile) != nil
      return isThere ? Self.linkTarget(Self.systemFile).flatMap(Self.name(ofFile:)) : "UTC"
    }
    let place = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if place.isEmpty { return "UTC" }
    return place.hasPrefix("/") ? Self.name(ofFile: place) : place
  }

  /// `Europe/Berlin` for `/usr/share/zoneinfo/Europe/Berlin`.
  private static func name(ofFile path: String) -> String? {
    guard path.hasPrefix(usualFolder + "/") else { return nil }
    return String(path.dropFirst(usualFolder.count + 1))
  }

  private static func linkTarget(_ path: String) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return URL(filePath: path).resolvingSymlinksInPath().path
  }
}
