"""The least server of the same SDK, to measure the bridge against: `python -m benchmarks.mcp_bare`.

Prints its address, reads one JSON line (a tool and its answer), and serves tools that do nothing:
`constant` returns two letters, `answer` that answer, and so does a tool declared as that one is.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, Tool


class Bare(MCPServer[None]):
    """`declared` is in the list besides the tools that are added; a call of it returns `kept`."""

    declared: Tool
    kept: CallToolResult

    async def list_tools(self) -> list[Tool]:
        return [self.declared, *await super().list_tools()]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> Any:
        if name == self.declared.name:
            return self.kept
        return await super().call_tool(name, arguments, context)


def main() -> None:
    server = Bare("bare", log_level="WARNING")
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    tool, answered = json.loads(sys.stdin.readline())
    server.declared = Tool.model_validate(tool)
    server.kept = kept = CallToolResult.model_validate(answered)

    @server.tool(structured_output=False)
    async def constant(query: str) -> str:  # noqa: ARG001  # as a search has
        return "ok"

    @server.tool()
    async def answer(query: str) -> CallToolResult:  # noqa: ARG001
        return kept

    app = server.streamable_http_app()
    config = uvicorn.Config(app, http="h11", log_config=None, access_log=False)  # as the bridge
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
