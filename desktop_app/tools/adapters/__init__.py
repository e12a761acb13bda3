"""Adapters: names by which other programs know mail tools, one small adapter each, by family."""
