// Placeholder until the first file of JSONTests stands.
