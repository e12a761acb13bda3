"""Mailbox: sidebar, search, list of conversations, organising them."""
