"""Readers of other mail programs' folders: what is there, never changed and never executed.

Pure but for reading files: no Qt, no SQLite (rows are handed in), no network.
"""
