import JSONRPC
import ObjectGraph

/// `category.…`: categories, named by `number`.
enum CategoryFamily: ObjectFamily {
  typealias Scope = NoMember
  typealias Key = Int64

  static let prefix = "category"
  static let addVerb = "add"
  static let nouns = (one: "category", many: "categories")
  static let keyNote = "A category without a number gets the one after the greatest."
  static let scopeField = (name: "", summary: "")
  static let keyName = TaskModel.categoryKey
  static let sample = ObjectSample.category
  static let shapes = FamilyShapes<CategoryFamily>()

  static func entity(
    _ scope: NoMember, in environment: RequestEnvironment
  ) throws(RPCError) -> EntityDescription {
    try environment.entity(environment.server.entities.category, as: .category)
  }
}
