"""Where the bridge is: one path on loopback."""

PATH = "/mcp"
HOST = "127.0.0.1"
