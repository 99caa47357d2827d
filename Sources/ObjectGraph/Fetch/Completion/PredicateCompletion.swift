public import PredicateLanguage

/// What can be written at a place of a predicate over an entity.
///
/// ```
/// let completion = PredicateCompletion("category.na", at: 11, entity: task, model: model)
/// completion.candidates.first?.text   // "name"
/// completion.range                    // 9..<11, what the candidate takes the place of
/// ```
/// The parser says what it would take there, the binder what fits by its type: whatever is suggested and goes on rightly
/// gives a predicate that both accept.
public struct PredicateCompletion: Sendable {
  /// Something that can be written.
  public struct Candidate: Hashable, Sendable {
    /// What is written, such as `name`, `@count`, `uppercase(`.
    public var text: String
    /// What it is.
    public var kind: PredicateToken.Kind
    /// What values it has: `Integer 32`, an entity's name, `[Item]` for several; nil if that is open, or it has none.
    public var type: String?
    /// How it is used, where that is not plain: `SUBQUERY(collection, $x, predicate)`.
    public var detail: String?

    /// Puts a candidate together.
    public init(_ text: String, _ kind: PredicateToken.Kind, type: String? = nil, detail: String? = nil) {
      self.text = text
      self.kind = kind
      self.type = type
      self.detail = detail
    }
  }

  /// Best first: what begins with what is typed before what has it inside; values that are asked for, then keys, variables,
  /// functions, words of the language, signs.
  public let candidates: [Candidate]
  /// The word that a candidate takes the place of, its part behind the place too; empty between words.
  public let range: SourceRange

  /// Looks at a place.
  ///
  /// What stands behind the place has no influence. Nothing is suggested inside of strings and numbers, and behind what
  /// is wrong.
  /// - Parameter offset: in UTF-8 bytes; one inside a character counts as its start.
  /// - Complexity: O(text before the place + properties of the entity there).
  public init(
    _ text: String, at offset: Int, entity: EntityDescription, model: ManagedObjectModel,
    limits: PredicateLimits = .standard
  ) {
    let site = CompletionSite(text, at: offset, limits: limits)
    var completer = Completer(site, Binder(entity: entity, model: model))
    candidates = completer.candidates()
    range = site.range
  }
}
