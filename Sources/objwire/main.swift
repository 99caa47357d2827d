// Placeholder until the first file of objwire stands.
