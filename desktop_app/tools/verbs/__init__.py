"""Tools that assistants are told of, one a file; verbs do not know each other."""
