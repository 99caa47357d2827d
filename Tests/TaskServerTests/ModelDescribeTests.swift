import JSON
import TaskServer
import Testing

/// `model.describe`: everything that a model says.
@Suite struct ModelDescribeTests {
  private func described(_ params: String = "{}") throws -> JSONValue {
    try Conversation(model: ShopModel.text).call("model.describe", params)
  }

  private func attribute(_ name: String) throws -> String {
    let sale = try #require(try described(#"{"entity": "Sale"}"#)["entities"]?.array?.first)
    return try #require(sale["attributes"]?.array?.first { $0["name"]?.string == name }).text
  }

  @Test(arguments: [
    (
      "city",
      #"{"name":"city","type":"String","isOptional":true,"isTransient":false,"default":null,"maxLength":20,"userInfo":{"shown":"yes"}}"#
    ),
    (
      "item",
      #"{"name":"item","type":"String","isOptional":false,"isTransient":false,"default":null,"renamingIdentifier":"thing"}"#
    ),
    (
      "amount",
      #"{"name":"amount","type":"Integer 32","isOptional":true,"isTransient":false,"default":1,"minValue":0,"maxValue":1000000}"#
    ),
    (
      "price",
      #"{"name":"price","type":"Decimal","isOptional":true,"isTransient":false,"default":null,"minValue":"0.01"}"#
    ),
    (
      "day",
      #"{"name":"day","type":"Date","isOptional":true,"isTransient":false,"default":null,"minValue":"2001-01-01T00:00:00Z"}"#
    ),
    (
      "note",
      #"{"name":"note","type":"Transformable","isOptional":true,"isTransient":false,"default":null,"valueTransformerName":"Noter","attributeValueClassName":"Note"}"#
    ),
    (
      "code",
      #"{"name":"code","type":"UUID","isOptional":true,"isTransient":false,"default":null,"versionHashModifier":"2"}"#
    ),
  ])
  func `an attribute comes with its rules, values in their form on the wire`(
    _ name: String, _ expected: String
  ) throws {
    #expect(try attribute(name) == expected)
  }

  @Test func `an entity comes with class, names, notes, constraints and indexes`() throws {
    let entities = try #require(try described()["entities"]?.array)
    #expect(entities.map { $0["name"]?.string } == ["Buyer", "Category", "Sale", "Settings"])
    let sale = entities[2]
    #expect(sale["managedObjectClassName"] == "MYSale")
    #expect(sale["renamingIdentifier"] == "Deal")
    #expect(sale["userInfo"]?.text == #"{"a":"1","b":"2"}"#)
    #expect(sale["fetchIndexes"]?.text == #"[{"name":"byDay","elements":["-day","city"]}]"#)
    #expect(sale["versionHash"]?.string?.count == 44)
    #expect(entities[0]["uniquenessConstraints"]?.text == #"[["name"]]"#)
    #expect(entities[0]["versionHashModifier"] == "x")
  }

  @Test func `the model comes with its versions, configurations and fetch requests`() throws {
    let model = try described()
    #expect(model["versionIdentifiers"]?.text == #"["shop 2"]"#)
    #expect(model["configurations"]?.text == #"[{"name":"Money","entities":["Sale"]}]"#)
    let requests = try #require(model["fetchRequests"]?.array)
    #expect(requests.map { $0["name"]?.string } == ["best", "cities", "counted", "ids", "in", "later"])
    #expect(requests[0].text == #"{"name":"best","entity":"Sale","predicate":"amount > 5","fetchLimit":2}"#)
    #expect(
      requests[1].text
        == #"{"name":"cities","entity":"Sale","resultType":"dictionaries","returnsDistinctResults":true}"#)
    let buyer = try described(#"{"entity": "Buyer"}"#)
    #expect(buyer["fetchRequests"]?.text == "[]")
    #expect(buyer["configurations"]?.text == "[]")
  }
}
