import BinaryFormats

/// Makes archives as `NSKeyedArchiver` writes them.
struct ArchiveFixture {
  private var objects: [PropertyList] = [.string("$null")]

  static let null = PropertyList.uid(0)

  mutating func add(_ value: PropertyList) -> PropertyList {
    objects.append(value)
    return .uid(UInt64(objects.count - 1))
  }

  mutating func string(_ text: String) -> PropertyList { add(.string(text)) }

  mutating func object(_ className: String, _ members: [(String, PropertyList)]) -> PropertyList {
    let reference = add(.null)
    fill(reference, className, members)
    return reference
  }

  /// Gives an object its members after others have got references to it.
  mutating func fill(_ object: PropertyList, _ className: String, _ members: [(String, PropertyList)]) {
    guard case .uid(let number) = object else { return }
    let type = add(.dictionary(PropertyListDictionary([("$classname", .string(className))])))
    objects[Int(number)] = .dictionary(PropertyListDictionary(members + [("$class", type)]))
  }

  mutating func array(_ elements: [PropertyList]) -> PropertyList {
    object("NSArray", [("NS.objects", .array(elements))])
  }

  mutating func dictionary(_ entries: [(String, PropertyList)]) -> PropertyList {
    let keys = entries.map { string($0.0) }
    return object("NSDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(entries.map(\.1)))])
  }

  /// A dictionary whose keys stand in another object.
  mutating func knownKeys(_ entries: [(String, PropertyList)]) -> PropertyList {
    let keys = array(entries.map { string($0.0) })
    let mapping = object("NSKnownKeysMappingStrategy1", [("keys", keys)])
    let values = array(entries.map(\.1))
    return object("NSKnownKeysDictionary1", [("searchMapping", mapping), ("values", values)])
  }

  func bytes(root: PropertyList) -> [UInt8] {
    PropertyListWriter.write(
      .dictionary(
        PropertyListDictionary([
          ("$archiver", .string("NSKeyedArchiver")), ("$objects", .array(objects)),
          ("$top", .dictionary(PropertyListDictionary([("root", root)]))),
        ])))
  }
}
