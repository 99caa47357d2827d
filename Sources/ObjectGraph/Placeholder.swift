// Placeholder until the first file of ObjectGraph stands.
