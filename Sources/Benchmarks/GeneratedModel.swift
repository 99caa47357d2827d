/// A model file of the size that large applications have.
enum GeneratedModel {
  static let entityCount = 79

  /// The text of Xcode's `contents`: each entity has eight attributes, a to-one and its to-many inverse.
  static var contents: String {
    let entities = (0..<entityCount).map(entity).joined()
    return #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
      + #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" "#
      + #"userDefinedModelVersionIdentifier="">"# + "\n\(entities)</model>\n"
  }

  private static let types = [
    "String", "Integer 64", "Double", "Boolean", "Date", "UUID", "Binary", "Decimal",
  ]

  private static func entity(_ number: Int) -> String {
    let attributes = types.enumerated().map { index, type in
      #"  <attribute name="value\#(index)" optional="YES" attributeType="\#(type)"/>"# + "\n"
    }
    let (next, previous) = ((number + 1) % entityCount, (number + entityCount - 1) % entityCount)
    return #"<entity name="Entity\#(number)" representedClassName="Entity\#(number)">"# + "\n"
      + attributes.joined()
      + #"  <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" "#
      + #"destinationEntity="Entity\#(next)" inverseName="children" inverseEntity="Entity\#(next)"/>"# + "\n"
      + #"  <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify" "#
      + #"destinationEntity="Entity\#(previous)" inverseName="parent" "#
      + #"inverseEntity="Entity\#(previous)"/>"# + "\n</entity>\n"
  }
}
