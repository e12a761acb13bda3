"""Assistants and programs: conversations, requests, the record of calls."""
