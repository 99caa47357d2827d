/// What Foundation's `NSKeyedArchiver` has written: objects that refer to each other by number.
///
/// ```
/// $top      root → #1
/// $objects  #0 "$null"  #1 {$class → #3, name → #2}  #2 "Task"  #3 {$classname "Thing"}
/// ```
/// Objects may lead to each other in circles. What one file can make of that is bounded: everything that is
/// looked up counts towards `lookupLimit`.
package struct KeyedArchive {
  /// An object with members, such as an archived description.
  package struct Object: Sendable {
    /// Its place among all objects of the archive.
    package let number: Int
    /// The class that it had.
    package let className: String
    fileprivate let members: PropertyListDictionary
  }

  /// The most lookups of objects, one that is looked up twice counted twice.
  package static let lookupLimit = 1_000_000
  /// The most members of an object; those of models have about twenty.
  package static let memberLimit = 64
  /// The most UTF-8 bytes of a string that is asked for.
  package static let stringLimit = 4_096

  private let objects: [PropertyList]
  private let top: PropertyList?
  private var lookupCount = 0

  /// Reads the frame; objects are looked at when they are asked for.
  ///
  /// - Throws: `PropertyListError` for what is no property list or no archive.
  package init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard let archive = try PropertyListReader.read(bytes).dictionary,
      archive["$archiver"]?.string == "NSKeyedArchiver", let objects = archive["$objects"]?.array
    else { throw .malformed(object: 0) }
    self.objects = objects
    top = archive["$top"]?.dictionary?["root"]
  }

  /// What was archived.
  ///
  /// - Throws: `.malformed`, as every other function, for what is not of the kind that is asked for, and `.tooMany`.
  package mutating func root() throws(PropertyListError) -> Object {
    guard let root = try object(at: top) else { throw .malformed(object: 0) }
    return root
  }

  /// What a reference leads to, and its number; what is no reference is the value itself, with the number 0.
  ///
  /// - Returns: nil for nothing, archived or not.
  private mutating func lookUp(
    _ reference: PropertyList?
  ) throws(PropertyListError) -> (number: Int, value: PropertyList)? {
    lookupCount += 1
    guard lookupCount <= Self.lookupLimit else { throw .tooMany }
    guard let reference else { return nil }
    guard case .uid(let uid) = reference else { return (0, reference) }
    guard let number = Int(exactly: uid), number < objects.count else { throw .malformed(object: 0) }
    return number == 0 ? nil : (number, objects[number])
  }
}

// MARK: - Values

extension KeyedArchive {
  /// The object that a reference leads to; nil for none.
  package mutating func object(at reference: PropertyList?) throws(PropertyListError) -> Object? {
    guard let (number, value) = try lookUp(reference) else { return nil }
    guard let members = value.dictionary, members.entries.count <= Self.memberLimit,
      let type = try lookUp(members["$class"])?.value.dictionary, type.entries.count <= Self.memberLimit,
      let className = type["$classname"]?.string
    else { throw .malformed(object: number) }
    return Object(number: number, className: className, members: members)
  }

  /// The string that a reference leads to, mutable or not; nil for none.
  package mutating func string(at reference: PropertyList?) throws(PropertyListError) -> String? {
    guard let (number, value) = try lookUp(reference) else { return nil }
    let text: PropertyList? =
      if value.string == nil { try lookUp(value.member("NS.string"))?.value } else { value }
    guard let string = text?.string, string.utf8.count <= Self.stringLimit else {
      throw .malformed(object: number)
    }
    return string
  }

  /// A value that holds no others, such as a number; nil for nothing and for objects.
  package mutating func plain(at reference: PropertyList?) throws(PropertyListError) -> PropertyList? {
    guard let value = try lookUp(reference)?.value, value.dictionary == nil else { return nil }
    return value
  }
}

extension PropertyList {
  /// A member of an object of an archive; nil if it is no object, or too large for one.
  fileprivate func member(_ key: String) -> PropertyList? {
    guard let members = dictionary, members.entries.count <= KeyedArchive.memberLimit else { return nil }
    return members[key]
  }
}

// MARK: - Members

extension KeyedArchive {
  /// The object under a key; nil if there is none.
  package mutating func object(_ key: String, of owner: Object) throws(PropertyListError) -> Object? {
    try object(at: owner.members[key])
  }

  /// The string under a key; nil if there is none.
  package mutating func string(_ key: String, of owner: Object) throws(PropertyListError) -> String? {
    try string(at: owner.members[key])
  }

  /// The value under a key that holds no others; nil if there is none.
  package mutating func plain(_ key: String, of owner: Object) throws(PropertyListError) -> PropertyList? {
    try plain(at: owner.members[key])
  }

  /// The whole number of 32 bits under a key; 0 if there is none.
  package mutating func integer(_ key: String, of owner: Object) throws(PropertyListError) -> Int32 {
    guard let (number, value) = try lookUp(owner.members[key]) else { return 0 }
    guard let integer = value.integer.flatMap({ Int32(exactly: $0) }) else {
      throw .malformed(object: number)
    }
    return integer
  }

  /// The truth under a key; false if there is none.
  package mutating func flag(_ key: String, of owner: Object) throws(PropertyListError) -> Bool {
    guard let (number, value) = try lookUp(owner.members[key]) else { return false }
    switch value {
    case .boolean(let truth): return truth
    case .integer(let integer): return integer != 0
    default: throw .malformed(object: number)
    }
  }
}

// MARK: - Collections

extension KeyedArchive {
  /// References to the elements of the array or set under a key; empty if there is none.
  package mutating func elements(_ key: String, of owner: Object) throws(PropertyListError) -> [PropertyList]
  {
    try object(key, of: owner).map { list throws(PropertyListError) in try elements(of: list) } ?? []
  }

  /// References to the elements of an array or a set.
  package mutating func elements(of list: Object) throws(PropertyListError) -> [PropertyList] {
    guard let elements = list.members["NS.objects"]?.array else { throw .malformed(object: list.number) }
    return elements
  }

  /// The keys of the dictionary under a key, each with a reference to its value; empty if there is none.
  ///
  /// Core Data also archives dictionaries that share their keys: those stand in another object.
  package mutating func entries(
    _ key: String, of owner: Object
  ) throws(PropertyListError) -> [(key: String, value: PropertyList)] {
    guard let dictionary = try object(key, of: owner) else { return [] }
    let keys: [PropertyList]
    let values: [PropertyList]
    if let mapping = try object("searchMapping", of: dictionary) {
      keys = try elements("keys", of: mapping)
      values = try elements("values", of: dictionary)
    } else {
      guard let own = dictionary.members["NS.keys"]?.array else {
        throw .malformed(object: dictionary.number)
      }
      keys = own
      values = try elements(of: dictionary)
    }
    guard keys.count == values.count else { throw .malformed(object: dictionary.number) }
    var entries: [(key: String, value: PropertyList)] = []
    for (key, value) in zip(keys, values) {
      guard let name = try string(at: key) else { throw .malformed(object: dictionary.number) }
      entries.append((name, value))
    }
    return entries
  }
}
