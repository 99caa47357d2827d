// Placeholder until the first file of BinaryFormatsTests stands.
