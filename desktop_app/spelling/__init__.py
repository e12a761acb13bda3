"""Spelling: which words of a text are in no dictionary of its language, and what may be meant."""
