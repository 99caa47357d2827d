/// The former name, for targets that still use it; Foundation has a type of that name.
public typealias PredicateError = PredicateTextError
