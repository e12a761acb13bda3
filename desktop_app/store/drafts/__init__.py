"""Drafts and the outbox. Nothing here composes or sends."""
