/// What a model file may have at most; real ones stay far below.
enum ModelFileLimit {
  /// Bytes of one file.
  static let bytes = 64 << 20
  /// Elements inside each other; models need five.
  static let depth = 32
  /// Elements of one file, and elements of composites in all attributes together.
  static let elements = 250_000
  /// Attributes of one element; Xcode writes about twenty.
  static let attributes = 64
  /// Attributes in one attribute of type Composite, all levels together.
  static let compositeElements = 1_000
  /// Arrays and objects inside each other in JSON; elements of composites need two for each level.
  static let jsonDepth = 64
  /// Levels of elements in one attribute of type Composite.
  static let compositeDepth = 16
}
