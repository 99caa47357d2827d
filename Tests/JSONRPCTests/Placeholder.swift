// Placeholder until the first file of JSONRPCTests stands.
