"""Cards of MCP Apps in a real web engine, under a host."""
