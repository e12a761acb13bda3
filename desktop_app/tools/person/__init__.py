"""Tools of the window alone, one module a subject; subjects do not know each other."""
