"""LangChain's adapters with a LangGraph agent, tools bound strictly."""

from __future__ import annotations

import asyncio
import sys


async def main(url: str, token: str, model: str) -> None:
    from langchain_mcp_adapters.client import (  # type: ignore[import-not-found]
        MultiServerMCPClient,
    )
    from langchain_openai import ChatOpenAI  # type: ignore[import-not-found]
    from langgraph.prebuilt import create_react_agent  # type: ignore[import-not-found]

    where = {
        "transport": "streamable_http",
        "url": url,
        "headers": {"Authorization": f"Bearer {token}"},
    }
    tools = await MultiServerMCPClient({"draftdesk": where}).get_tools()
    chat = ChatOpenAI(model="scripted", base_url=model, api_key="none")
    agent = create_react_agent(chat.bind_tools(tools, strict=True), tools)
    await agent.ainvoke({"messages": [("user", "Answer the mail about the budget.")]})


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
