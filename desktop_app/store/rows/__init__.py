"""Rows of mail, written and changed inside a transaction of the caller."""
