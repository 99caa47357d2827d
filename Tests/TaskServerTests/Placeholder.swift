// Placeholder until the first file of TaskServerTests stands.
