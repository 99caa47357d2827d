import ObjectGraph
import PredicateLanguage
import Testing

/// Fetch requests that a model keeps, in Swift.
@Suite struct FetchRequestTemplateTests {
  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      jsonText: #"""
        {"entities": [{"name": "Sale", "attributes": [{"name": "city", "type": "String"}, {"name": "amount", "type": "Integer 32"}]}],
         "fetchRequests": [
          {"name": "in", "entity": "Sale", "predicate": "city == $CITY", "fetchLimit": 3, "resultType": "dictionaries",
           "returnsDistinctResults": true, "includesPendingChanges": false},
          {"name": "all", "entity": "Sale"},
          {"name": "later", "entity": "Sale", "predicate": "FUNCTION(city, 'length') > 0"}]}
        """#)
  }

  @Test func `a request of a template has its values and its properties`() throws {
    let found = try model().fetchRequestFromTemplate(
      withName: "in", substitutionVariables: ["CITY": .string("Oslo")])
    let request = try #require(found)
    #expect(request.predicate?.format == #"city == "Oslo""#)
    #expect(request.fetchLimit == 3)
    #expect(request.resultType == .dictionaries)
    #expect(request.returnsDistinctResults)
    #expect(!request.includesPendingChanges)
    #expect(try model().fetchRequestTemplate(forName: "in")?.predicateFormat == "city == $CITY")
    #expect(try model().fetchRequestFromTemplate(withName: "all")?.predicate == nil)
  }

  @Test func `an unknown name gives nothing`() throws {
    #expect(try model().fetchRequestTemplate(forName: "In") == nil)
    #expect(try model().fetchRequestFromTemplate(withName: "In") == nil)
  }

  @Test(
    arguments: [
      ("in", [:], PredicateTextError.Kind.arguments), ("in", ["CITY": .null, "TOWN": .null], .arguments),
      ("all", ["CITY": .null], .arguments), ("later", [:], .unsupported),
    ] as [(String, [String: PredicateValue], PredicateTextError.Kind)])
  func `every variable wants a value, every value a variable`(
    _ name: String, _ variables: [String: PredicateValue], _ kind: PredicateTextError.Kind
  ) throws {
    let model = try model()
    do throws(PredicateTextError) {
      _ = try model.fetchRequestFromTemplate(withName: name, substitutionVariables: variables)
      Issue.record("no error")
    } catch {
      #expect(error.kind == kind)
    }
  }
}
