"""Item models and delegates, one per list."""
