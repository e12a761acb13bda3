"""The conversation with the assistant. No tool is called here."""
