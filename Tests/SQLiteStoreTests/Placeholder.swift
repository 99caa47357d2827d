// Placeholder until the first file of SQLiteStoreTests stands.
