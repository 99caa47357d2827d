import ObjectGraph
struct StoreMetadata {
  init(model: ManagedObjectModel) {}
  init(plist: [UInt8]) throws {}
  var plist: [UInt8] { [] }
  func incompatibleEntities(with model: ManagedObjectModel) -> [String] { [] }
}
