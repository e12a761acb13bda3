"""The least server of the same SDK, to measure the bridge against: `python -m benchmarks.mcp_bare`.

Prints its address, reads one JSON line (the answer that the tool `answer` is to repeat), and serves
two tools that do nothing: `constant` returns two letters, `answer` an answer as long as a search's.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult


def main() -> None:
    server = MCPServer[None]("bare", log_level="WARNING")
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    kept = CallToolResult.model_validate(json.loads(sys.stdin.readline()))

    @server.tool(structured_output=False)
    async def constant(query: str) -> str:  # noqa: ARG001  # as a search has
        return "ok"

    @server.tool()
    async def answer(query: str) -> CallToolResult:  # noqa: ARG001
        return kept

    config = uvicorn.Config(server.streamable_http_app(), log_config=None, access_log=False)
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
