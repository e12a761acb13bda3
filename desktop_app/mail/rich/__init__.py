"""Formatted text that a person writes: a small document, and its forms as HTML, text and source."""
