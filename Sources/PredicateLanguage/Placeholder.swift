// Placeholder until the first file of PredicateLanguage stands.
