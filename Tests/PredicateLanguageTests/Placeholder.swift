// Placeholder until the first file of PredicateLanguageTests stands.
