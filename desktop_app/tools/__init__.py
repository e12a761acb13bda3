"""The only verbs. What a person, the assistant or an MCP client does is one of these."""
