import PredicateLanguage
import Testing

/// A predicate and the objects it finds, as the documents of the language have it.
struct Answer: Sendable {
  var entity: String
  var predicate: WrittenPredicate
  /// Labels in no particular order.
  var expected: Set<String>

  init(
    _ entity: String, _ text: String, _ expected: String, _ arguments: [PhraseArgument] = [],
    named: [String: PhraseArgument] = [:]
  ) {
    self.entity = entity
    predicate = WrittenPredicate(text: text, positional: arguments, named: named)
    let labels = expected.split(separator: " ").map { String($0) }
    self.expected = labels == ["all"] ? Set(AnswerObjects.world.labels(of: entity)) : Set(labels)
  }

  /// Predicates over one entity, each with the labels of what it finds, `all` for everything.
  static func of(_ entity: String, _ answers: [(text: String, expected: String)]) -> [Answer] {
    answers.map { Answer(entity, $0.text, $0.expected) }
  }
}

/// Answers about one subject.
struct AnswerTable: Sendable, CustomTestStringConvertible {
  var subject: String
  var answers: [Answer]

  var testDescription: String { subject }

  init(_ subject: String, _ answers: [Answer]) {
    self.subject = subject
    self.answers = answers
  }

  static let all: [AnswerTable] = [
    .precedence, .quantifiers, .membership, .subqueries, .collectionOperators, .listFunctions, .indexes,
    .setOperators, .missingValues, .missingObjects, .texts, .patterns, .quoting, .textFunctions, .numbers,
    .arithmetic, .bits, .numberFunctions, .conditionals, .casts, .ranges, .dates, .identifiers, .objects,
    .inheritance, .words, .arguments,
  ]
}
