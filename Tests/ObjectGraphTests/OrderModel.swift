import ObjectGraph

/// Orders and what belongs to them: something of each type, and relationships of each kind.
enum OrderModel {
  static let text = """
    {"entities": [
     {"name": "Order", "attributes": [
       {"name": "number", "type": "Integer 32", "isOptional": false}, {"name": "note", "type": "String"},
       {"name": "paid", "type": "Boolean", "isOptional": false}, {"name": "gift", "type": "Boolean"},
       {"name": "day", "type": "Date"}, {"name": "code", "type": "UUID"}, {"name": "extra", "type": "Transformable"},
       {"name": "like", "type": "String"}, {"name": "draft", "type": "String", "isTransient": true}],
      "relationships": [
       {"name": "customer", "destination": "Customer", "inverse": "orders"},
       {"name": "items", "destination": "Item", "inverse": "order", "isToMany": true},
       {"name": "steps", "destination": "Step", "inverse": "order", "isToMany": true, "isOrdered": true}]},
     {"name": "Customer", "attributes": [{"name": "name", "type": "String"}, {"name": "credit", "type": "Double"}],
      "relationships": [{"name": "orders", "destination": "Order", "inverse": "customer", "isToMany": true}]},
     {"name": "Item", "attributes": [
       {"name": "price", "type": "Double"}, {"name": "name", "type": "String"}, {"name": "in", "type": "Integer 16"}],
      "relationships": [
       {"name": "order", "destination": "Order", "inverse": "items"},
       {"name": "tags", "destination": "Tag", "inverse": "items", "isToMany": true}]},
     {"name": "Tag", "attributes": [{"name": "word", "type": "String"}],
      "relationships": [{"name": "items", "destination": "Item", "inverse": "tags", "isToMany": true}]},
     {"name": "Step", "attributes": [{"name": "title", "type": "String"}],
      "relationships": [{"name": "order", "destination": "Order", "inverse": "steps"}]}]}
    """

  static func make() throws -> ManagedObjectModel { try ManagedObjectModel(jsonText: text) }
}
