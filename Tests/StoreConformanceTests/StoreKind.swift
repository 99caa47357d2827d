import ObjectGraph
import Testing

/// Not Foundation's.
typealias SortDescriptor = ObjectGraph.SortDescriptor

/// The stores that must all give the same answers.
enum StoreKind: CaseIterable, Sendable, CustomTestStringConvertible {
  case inMemory
  case sqlite

  var testDescription: String { "\(self)" }
}
