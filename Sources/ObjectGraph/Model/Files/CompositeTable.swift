/// The composites of a model file by name.
struct CompositeTable {
  struct Entry {
    var element: ModelElement
    /// Nil until an attribute has used it.
    var elements: [AttributeDescription]?
    var isBeingRead = false
  }

  var entries: [String: Entry] = [:]
  /// Composites that are being read at the moment, each for an attribute of the one before.
  var depth = 0
  /// Elements of all attributes so far: a composite counts each time that it is used.
  var elementCount = 0
}
