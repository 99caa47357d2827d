import PredicateLanguage

/// Whether an operator can take its two sides.
struct ComparisonCheck {
  private let comparison: Comparison<BoundKeyPath>
  private let left: BoundType
  private let right: BoundType

  init(_ comparison: Comparison<BoundKeyPath>, scope: BoundScope) {
    self.comparison = comparison
    left = comparison.left.boundType(in: scope)
    right = comparison.right.boundType(in: scope)
  }

  /// - Throws: `.type`, and what `Comparison.checkPattern` throws.
  func check() throws(PredicateTextError) {
    try checkModifier()
    switch comparison.operator {
    case .equal, .notEqual:
      try refuseCollections()
      try refuseOpaque()
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      try refuseCollections()
      try refuseUnordered()
    case .between:
      try refuseLeftCollection()
      try refuseUnordered()
      guard comparison.right.listCount == 2 else { throw error("BETWEEN needs a list of two values.") }
    case .in: try checkMembership(of: left, in: right)
    case .contains:
      if comparison.modifier == .direct { try checkMembership(of: right, in: left) } else { try checkTexts() }
    case .beginsWith, .endsWith, .like, .matches:
      try refuseCollections()
      try checkTexts()
      try comparison.checkPattern()
    }
  }

  // MARK: - Collections

  private var name: String {
    switch comparison.modifier {
    case .direct: comparison.operator.spelling
    case .any: "ANY"
    case .all: "ALL"
    }
  }

  private func checkModifier() throws(PredicateTextError) {
    guard comparison.modifier != .direct, !left.isCollection else { return }
    throw error(
      "\(name) needs a collection, such as a to-many relationship, and the left side is one value.",
      hint: "Leave \(name) out.")
  }

  /// A modifier takes the elements of the left side one by one.
  private var isLeftCollection: Bool { left.isCollection && comparison.modifier == .direct }

  private func refuseLeftCollection() throws(PredicateTextError) {
    guard isLeftCollection else { return }
    if comparison.left.listCount != nil { throw error("\(name) cannot compare a list.") }
    let hint =
      comparison.right.isNull
      ? "Whether there is any object says .@count == 0."
      : "Write ANY or ALL before it, or .@count behind it."
    throw error("The left side leads to many values, and \(name) compares one.", hint: hint)
  }

  private func refuseCollections() throws(PredicateTextError) {
    try refuseLeftCollection()
    guard right.isCollection else { return }
    if comparison.right.listCount != nil { throw error("\(name) cannot compare a list.") }
    throw error(
      "The right side leads to many values, and \(name) compares one.",
      hint: "A modifier stands before the whole comparison, its collection on the left.")
  }

  private func checkMembership(
    of element: BoundType, in collection: BoundType
  ) throws(PredicateTextError) {
    if collection.isCollection {
      let isOne = comparison.modifier != .direct || !element.isCollection
      guard isOne else { throw error("\(name) cannot compare a list.") }
      guard element.type != .opaque else {
        throw error("A transformable value can only be compared with nil.")
      }
      return
    }
    let isText = [element, collection].allSatisfy {
      $0.type == .text && (!$0.isCollection || isQuantified($0))
    }
    let hasNull = comparison.left.isNull || comparison.right.isNull
    guard isText || hasNull && [left.type, right.type].allSatisfy({ $0 == .text || $0 == .any }) else {
      throw error("\(name) needs a list or two strings.")
    }
  }

  private func isQuantified(_ type: BoundType) -> Bool { comparison.modifier != .direct && type == left }

  // MARK: - Kinds

  private func checkTexts() throws(PredicateTextError) {
    guard [left.type, right.type].allSatisfy({ $0 == .text || $0 == .any }), !right.isCollection else {
      throw error("\(comparison.operator.spelling) compares strings.")
    }
  }

  private func refuseOpaque() throws(PredicateTextError) {
    guard left.type == .opaque || right.type == .opaque, !comparison.left.isNull, !comparison.right.isNull
    else { return }
    throw error("A transformable value can only be compared with nil.")
  }

  private func refuseUnordered() throws(PredicateTextError) {
    if let type = [left.type, right.type].first(where: { $0 == .opaque || $0 == .object }) {
      throw error("\(type.capitalizedName) has no order.")
    }
  }

  private func error(_ message: String, hint: String? = nil) -> PredicateTextError {
    PredicateTextError(.type, message, at: comparison.range, hint: hint)
  }
}
