"""Google's Agent Development Kit, with a Gemini model at an address of one's own."""

from __future__ import annotations

import asyncio
import os
import sys


async def main(url: str, token: str, model: str) -> None:
    os.environ["GOOGLE_GEMINI_BASE_URL"] = model.removesuffix("/v1")
    os.environ["GOOGLE_API_KEY"] = "none"
    from google.adk.agents import LlmAgent  # type: ignore[import-untyped]
    from google.adk.runners import InMemoryRunner  # type: ignore[import-untyped]
    from google.adk.tools.mcp_tool import McpToolset  # type: ignore[import-untyped]
    from google.adk.tools.mcp_tool.mcp_session_manager import (  # type: ignore[import-untyped]
        StreamableHTTPConnectionParams,
    )

    where = StreamableHTTPConnectionParams(url=url, headers={"Authorization": f"Bearer {token}"})
    tools = McpToolset(connection_params=where)
    agent = LlmAgent(name="agent", model="gemini-2.5-flash", instruction="Go.", tools=[tools])
    runner = InMemoryRunner(agent=agent, app_name="job")
    await runner.run_debug("Answer the mail about the budget.", quiet=True)
    await tools.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
