import JSON
import ObjectGraph
import TaskServer

/// A model that has nothing to do with tasks: what is sold, and who buys.
enum ShopModel {
  static let text = #"""
    {"versionIdentifiers": ["shop 2"],
     "entities": [
      {"name": "Sale", "managedObjectClassName": "MYSale", "renamingIdentifier": "Deal", "userInfo": {"b": "2", "a": "1"},
       "attributes": [
        {"name": "city", "type": "String", "maxLength": 20, "userInfo": {"shown": "yes"}},
        {"name": "item", "type": "String", "isOptional": false, "renamingIdentifier": "thing"},
        {"name": "amount", "type": "Integer 32", "minValue": 0, "maxValue": 1000000, "default": 1},
        {"name": "large", "type": "Integer 64"},
        {"name": "price", "type": "Decimal", "minValue": "0.01"},
        {"name": "weight", "type": "Double"},
        {"name": "day", "type": "Date", "minValue": 0},
        {"name": "paid", "type": "Boolean", "default": false},
        {"name": "note", "type": "Transformable", "valueTransformerName": "Noter", "attributeValueClassName": "Note"},
        {"name": "code", "type": "UUID", "versionHashModifier": "2"}],
       "fetchIndexes": [{"name": "byDay", "elements": ["-day", "city"]}]},
      {"name": "Settings", "attributes": [{"name": "theme", "type": "String"}]},
      {"name": "Category", "attributes": [{"name": "number", "type": "String"}]},
      {"name": "Buyer", "versionHashModifier": "x",
       "attributes": [{"name": "name", "type": "String", "isOptional": false}, {"name": "age", "type": "Integer 16"}],
       "uniquenessConstraints": [["name"]]}],
     "configurations": [{"name": "Money", "entities": ["Sale"]}],
     "fetchRequests": [
      {"name": "in", "entity": "Sale", "predicate": "city == $CITY AND amount >= $LEAST"},
      {"name": "best", "entity": "Sale", "predicate": "amount > 5", "fetchLimit": 2},
      {"name": "cities", "entity": "Sale", "resultType": "dictionaries", "returnsDistinctResults": true},
      {"name": "ids", "entity": "Sale", "resultType": "objectIDs"},
      {"name": "counted", "entity": "Sale", "resultType": "count"},
      {"name": "later", "entity": "Sale", "predicate": "FUNCTION(city, 'length') > 0"}]}
    """#

  static func make() throws -> ManagedObjectModel { try ManagedObjectModel(jsonText: text) }
}

extension Conversation {
  /// A conversation about a model of JSON text.
  convenience init(model text: String) throws {
    let model = try ManagedObjectModel(jsonText: text)
    try self.init { $0.model = model }
  }
}
