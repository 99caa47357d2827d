import JSONRPC

/// A named part of the model, as clients see it.
struct WireConfiguration: WireShape {
  var name: String
  var entities: [String]

  static let shape = Shape(
    Self.init(name:entities:), Field("name", "Its name.") { $0.name },
    Field("entities", "The names of its entities.") { $0.entities })
}
