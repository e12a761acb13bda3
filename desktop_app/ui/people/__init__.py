"""People: a list of everybody, and one person with what is noted."""
