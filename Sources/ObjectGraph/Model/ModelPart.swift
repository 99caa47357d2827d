/// A part of a model as it was declared, by position: names may be what is wrong with it.
enum ModelPart: Hashable, Sendable {
  case model
  case entity(Int)
  case property(entity: Int, Int)
  case fetchedProperty(entity: Int, Int)
  case constraint(entity: Int, Int)
  case fetchIndex(entity: Int, Int)
  /// By name, of which there is one.
  case configuration(String)
  /// By name, of which there is one.
  case fetchRequest(String)
}

/// One thing that is wrong with a declaration.
struct ModelFinding: Hashable, Sendable {
  var part: ModelPart
  var complaint: ModelError.Complaint
}
