import PredicateLanguage

/// An ordered relationship of one object.
struct OrderedList: Hashable {
  let owner: ObjectID
  let relationship: String
}
