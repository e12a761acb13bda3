"""One verb per file; verbs do not know each other."""
