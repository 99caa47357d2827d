// Placeholder until the first file of SQLiteStore stands.
