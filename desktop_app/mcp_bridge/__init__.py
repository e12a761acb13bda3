"""A local MCP server over the tool layer: other AI programs may look and propose."""
