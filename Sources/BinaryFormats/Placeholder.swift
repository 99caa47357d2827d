// Placeholder until the first file of BinaryFormats stands.
