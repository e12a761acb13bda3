"""pydantic-ai."""

from __future__ import annotations

import asyncio
import sys


async def main(url: str, token: str, model: str) -> None:
    from pydantic_ai import Agent
    from pydantic_ai.mcp import MCPToolset
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    server = MCPToolset(url, headers={"Authorization": f"Bearer {token}"})
    chat = OpenAIChatModel("scripted", provider=OpenAIProvider(base_url=model, api_key="none"))
    await Agent(chat, toolsets=[server]).run("Answer the mail about the budget.")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
