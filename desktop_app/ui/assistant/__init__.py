"""Conversation with the assistant. No tool is called here."""
