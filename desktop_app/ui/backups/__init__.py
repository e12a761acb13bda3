"""Backups: those there are, and the window of a profile that has to be repaired."""
