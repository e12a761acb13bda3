"""Mails that are hard to set well, and sheets of how the Reader sets them."""
