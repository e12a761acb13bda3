"""The OpenAI Agents SDK, with its strict schemas."""

from __future__ import annotations

import asyncio
import sys


async def main(url: str, token: str, model: str) -> None:
    from agents import (  # type: ignore[import-not-found]
        Agent,
        OpenAIChatCompletionsModel,
        Runner,
        set_tracing_disabled,
    )
    from agents.mcp import MCPServerStreamableHttp  # type: ignore[import-not-found]
    from openai import AsyncOpenAI

    set_tracing_disabled(disabled=True)
    where = {"url": url, "headers": {"Authorization": f"Bearer {token}"}}
    async with MCPServerStreamableHttp(params=where, client_session_timeout_seconds=60) as server:
        agent = Agent(
            name="Agent",
            mcp_servers=[server],
            mcp_config={"convert_schemas_to_strict": True},
            model=OpenAIChatCompletionsModel(
                model="scripted", openai_client=AsyncOpenAI(base_url=model, api_key="none")
            ),
        )
        await Runner.run(agent, "Answer the mail about the budget.", max_turns=8)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
