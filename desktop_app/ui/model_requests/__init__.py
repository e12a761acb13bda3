"""Requests to a language model: asking before, showing after. No conversation comes in here."""
