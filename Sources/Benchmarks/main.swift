// Placeholder until the first file of Benchmarks stands.
