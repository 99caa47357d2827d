/// A member of params or results in a table, with the methods that have it.
struct MemberRow {
  /// Such as `objects[].uuid`.
  let path: String
  /// As the last of the methods has it.
  private(set) var property: JSONSchema.Property
  /// The names of the methods, in the order of the manual.
  private(set) var owners: [String]

  /// The rows of several methods as one list: each path once, in an order that is right for all of them.
  static func merged(_ tables: [(method: String, rows: [(path: String, property: JSONSchema.Property)])])
    -> [MemberRow]
  {
    var merged: [MemberRow] = []
    for (method, rows) in tables {
      // From the end, so that a row that is new stands right before the next one that is known.
      var place = merged.count
      for (path, property) in rows.reversed() {
        if let index = merged.firstIndex(where: { $0.path == path }) {
          merged[index].property = property
          merged[index].owners.append(method)
          place = index
        } else {
          merged.insert(MemberRow(path: path, property: property, owners: [method]), at: place)
        }
      }
    }
    return merged
  }
}
