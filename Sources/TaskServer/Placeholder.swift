// Placeholder until the first file of TaskServer stands.
