import JSONRPC
import ObjectGraph

/// An index of an entity as clients see it.
struct WireFetchIndex: WireShape {
  var name: String
  var elements: [String]
  var expressions: WireMap<String>?
  var rTree: [String]?
  var partialIndexPredicate: String?

  static let shape = Shape(
    Self.init(name:elements:expressions:rTree:partialIndexPredicate:),
    Field("name", "Its name.") { $0.name },
    Field("elements", "Properties, most important first; `-name` is descending.") { $0.elements },
    Field("expressions", "What is indexed under a name of `elements` that is no property.") {
      $0.expressions
    },
    Field("rTree", "The elements that are kept in the form of an R-tree.") { $0.rTree },
    Field("partialIndexPredicate", "Which objects are in the index; absent if all are.") {
      $0.partialIndexPredicate
    })
}

extension WireFetchIndex {
  init(_ index: FetchIndexDescription) {
    let expressions = index.elements.compactMap { element in
      element.expression.map { (key: element.property, value: $0) }
    }
    self.init(
      name: index.name, elements: index.elements.map { ($0.ascending ? "" : "-") + $0.property },
      expressions: expressions.isEmpty ? nil : WireMap(expressions),
      rTree: index.elements.filter { $0.collation == .rTree }.map(\.property).nonEmpty,
      partialIndexPredicate: index.partialIndexPredicate)
  }
}
