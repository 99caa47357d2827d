import JSONRPC
import ObjectGraph

/// What the methods `task.…`, `category.…` and `object.…` differ in; each of these is written once for all
/// families.
protocol ObjectFamily: Sendable, SendableMetatype {
  /// The member that says which entity is meant; `NoMember` where the family says it.
  associatedtype Scope: WireType
  /// The same for a fetch, which may name something else instead; `NoMember` where the family says it.
  associatedtype FetchScope: WireType
  /// The member that names a fetch request of the model; `NoMember` where there is none.
  associatedtype TemplateName: WireType
  /// The member with the values of its variables; `NoMember` where there is none.
  associatedtype Variables: WireType
  /// The member that names an object for people; `NoMember` where the family has only object IDs.
  associatedtype Key: ObjectKey
  /// The member that leaves subentities out; `NoMember` where the family's entity has none.
  associatedtype Subentities: SubentityChoice

  /// Stands before the dot of every method's name.
  static var prefix: String { get }
  /// The method that makes objects.
  static var addVerb: String { get }
  /// What one object is called, and several.
  static var nouns: (one: String, many: String) { get }
  /// A sentence about keys that objwire makes; empty without any.
  static var keyNote: String { get }
  static var scopeField: (name: String, summary: String) { get }
  static var keyName: String { get }
  static var sample: ObjectSample { get }
  /// A stored one: `FamilyShapes()`.
  static var shapes: FamilyShapes<Self> { get }

  /// The entity that a request is about.
  ///
  /// - Throws: `entity.unknown`.
  static func entity(_ scope: Scope, in environment: RequestEnvironment) throws(RPCError) -> EntityDescription

  /// The objects that a fetch is about.
  ///
  /// - Throws: `entity.unknown`, `predicate.…`, `invalidParams`.
  static func source(
    _ params: ObjectFetch<Self>.Params, in environment: RequestEnvironment
  ) throws(RPCError) -> FetchSource
}

extension ObjectFamily where Scope == NoMember {
  typealias FetchScope = NoMember
  typealias TemplateName = NoMember
  typealias Variables = NoMember

  /// Always the one entity.
  static func source(
    _ params: ObjectFetch<Self>.Params, in environment: RequestEnvironment
  ) throws(RPCError) -> FetchSource {
    try environment.source(of: entity(NoMember(), in: environment), params.predicate, params.arguments)
  }
}

/// Whether objects of subentities are meant, too, as it crosses the wire.
protocol SubentityChoice: WireType {
  /// They are.
  static var all: Self { get }
  var areIncluded: Bool { get }
}

extension Bool: SubentityChoice {
  static var all: Bool { true }
  var areIncluded: Bool { self }
}

extension NoMember: SubentityChoice {
  static var all: NoMember { NoMember() }
  var areIncluded: Bool { true }
}

extension ObjectFamily where Scope == NoMember {
  typealias Subentities = NoMember
}

extension ObjectFamily {
  /// Whether objects have a key besides their object ID.
  static var hasKey: Bool { Key.self != NoMember.self }

  /// The names of what selects one object, most usual first.
  static var keyNames: [String] { hasKey ? [keyName, "objectID"] : ["objectID"] }

  /// What may fail when an entity is looked up.
  static var scopeErrors: [ErrorKind] { [.unknownEntity] }

  static func contextField<Root>(
    _ summary: String, get: @escaping @Sendable (Root) -> String
  ) -> Field<Root, String> {
    Field("context", summary, default: ContextPool.viewName, get: get)
  }

  static func scopeField<Root>(get: @escaping @Sendable (Root) -> Scope) -> Field<Root, Scope> {
    Field(scopeField.name, scopeField.summary, get: get)
  }

  static func subentitiesField<Root>(
    get: @escaping @Sendable (Root) -> Subentities
  ) -> Field<Root, Subentities> {
    Field(
      "includesSubentities", "False leaves objects of subentities out, for a predicate.",
      default: Subentities.all, get: get)
  }

  static func keyField<Root>(
    _ summary: String, get: @escaping @Sendable (Root) -> Key?
  ) -> Field<Root, Key?> {
    Field(keyName, "The \(nouns.one)'s \(keyName); \(summary)", get: get)
  }
}
