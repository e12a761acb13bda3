"""Drafts: answered, composed, checked and read back. Whether one is sent is decided elsewhere."""
