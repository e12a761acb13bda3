"""Draftdesk: a desktop mail assistant that proposes; the person sends."""

__version__ = "0.2.0"
