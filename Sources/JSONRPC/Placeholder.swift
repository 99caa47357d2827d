// Placeholder until the first file of JSONRPC stands.
