"""The bridge's other end: `draftdesk mcp`, a pipe that a program starts."""
