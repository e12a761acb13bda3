"""Tools: all that a person, the assistant or an MCP client can do."""
