"""Mail, its labels, its people and the search over it."""
