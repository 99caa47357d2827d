public import PredicateLanguage

/// One stored value, or `.null` for none.
///
/// The predicate language and the store share this type, so that equality means one thing everywhere. Which
/// case an attribute uses is fixed by its type:
/// integers `.integer`, Double and Float `.double`, Decimal `.decimal`, Boolean `.boolean`, String `.string`,
/// Date `.date` (seconds since 2001-01-01 UTC), UUID `.uuid`, URI `.url`, Binary and Transformable `.data`
/// (for Transformable the transformer's output, opaque to the engine), a to-one relationship `.objectID`.
public typealias AttributeValue = PredicateValue

/// Names one object in one store; see `PredicateLanguage.ObjectID`.
public typealias ObjectID = PredicateLanguage.ObjectID
