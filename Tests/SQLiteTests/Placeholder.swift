// Placeholder until the first file of SQLiteTests stands.
