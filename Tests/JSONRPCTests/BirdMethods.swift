import JSON
import JSONRPC

/// Two methods that are one for different things.
enum FindLark: Method {
  static let name = "lark.find"
  static let summary = "Finds a lark."
  static let chapter: String? = "find"
  static let effect = Effect.read
  static let errors = [ErrorKind.limitExceeded]
  static let example = MethodExample(params: #"{"song":"la"}"#)

  struct Params: WireShape {
    var all: Bool?
    var song: String
    var limit: Int?

    static let shape = Shape(
      Self.init(all:song:limit:), Field("all", "Every lark.") { $0.all },
      Field("song", "What the lark sings.") { $0.song }, Field("limit", "Most to find.") { $0.limit })
  }

  static func handle(_ params: Params, _ environment: Int) throws(RPCError) -> Bird { Bird(name: "lark") }
}

/// The general one of the two.
enum FindBird: Method {
  static let name = "bird.find"
  static let summary = "Finds a bird. It may fly."
  static let chapter: String? = "find"
  static let effect = Effect.read
  static let errors = [ErrorKind.parse, .limitExceeded]
  static let example = MethodExample(params: #"{"kind":"owl"}"#)

  struct Params: WireShape {
    var all: Bool?
    var kind: String
    var limit: Int?

    static let shape = Shape(
      Self.init(all:kind:limit:), Field("all", "Every bird.") { $0.all },
      Field("kind", "What it is.") { $0.kind }, Field("limit", "Most to find.") { $0.limit })
  }

  static func handle(_ params: Params, _ environment: Int) throws(RPCError) -> Bird {
    Bird(name: params.kind)
  }
}

/// A shape with a title.
struct Bird: WireShape {
  var name: String

  static var schema: JSONSchema { shape.schema.titled("Bird") }

  static let shape = Shape(Self.init(name:), Field("name", "Its name.") { $0.name })
}
