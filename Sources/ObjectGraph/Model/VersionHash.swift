/// Core Data's version hashes of entities.
enum VersionHash {
  static func hashes(of entities: [EntityDescription]) -> [String: [UInt8]] { [:] }
}
