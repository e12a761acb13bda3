"""Backups of what exists nowhere else, and the repair of a profile from them."""
