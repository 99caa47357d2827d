// Placeholder until the first file of SQLite stands.
