// Placeholder until the first file of StoreConformanceTests stands.
