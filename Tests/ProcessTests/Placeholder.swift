// Placeholder until the first file of ProcessTests stands.
