// Placeholder until the first file of ObjectGraphTests stands.
