/// The schemas with a title that the methods of a service use: described once, linked from everywhere.
struct SharedShapes {
  /// In order of their first use, each once.
  private(set) var all: [JSONSchema] = []

  init(in service: ServiceDescription) {
    for method in service.methods {
      collect(method.params)
      collect(method.result)
    }
    for notification in service.notifications { collect(notification.params) }
  }

  private mutating func collect(_ schema: JSONSchema) {
    if let title = schema.title {
      if all.contains(where: { $0.title == title }) { return }
      all.append(schema)
    }
    schema.listedProperties.forEach { collect($0.schema) }
    if let elements = schema.elements { collect(elements) }
    schema.choices.forEach { collect($0) }
  }
}
