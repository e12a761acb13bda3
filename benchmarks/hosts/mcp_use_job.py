"""mcp-use, which sends null for every argument that is left out."""

from __future__ import annotations

import asyncio
import sys


async def main(url: str, token: str, model: str) -> None:
    from langchain_openai import ChatOpenAI  # type: ignore[import-not-found]
    from mcp_use import MCPAgent, MCPClient  # type: ignore[import-not-found]

    where = {"url": url, "headers": {"Authorization": f"Bearer {token}"}}
    client = MCPClient.from_dict({"mcpServers": {"draftdesk": where}})
    chat = ChatOpenAI(model="scripted", base_url=model, api_key="none")
    agent = MCPAgent(llm=chat, client=client, max_steps=12)
    await agent.run("Answer the mail about the budget.")
    await client.close_all_sessions()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
