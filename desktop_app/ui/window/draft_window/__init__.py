"""A draft in a window of its own, with all the rules of the review."""
