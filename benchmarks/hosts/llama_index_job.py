"""LlamaIndex."""

from __future__ import annotations

import asyncio
import sys


async def main(url: str, token: str, model: str) -> None:
    from llama_index.core.agent.workflow import (  # type: ignore[import-not-found]
        FunctionAgent,
    )
    from llama_index.llms.openai_like import OpenAILike  # type: ignore[import-not-found]
    from llama_index.tools.mcp import BasicMCPClient, McpToolSpec  # type: ignore[import-not-found]

    client = BasicMCPClient(url, headers={"Authorization": f"Bearer {token}"})
    tools = await McpToolSpec(client=client).to_tool_list_async()
    chat = OpenAILike(
        model="scripted",
        api_base=model,
        api_key="none",
        is_chat_model=True,
        is_function_calling_model=True,
    )
    agent = FunctionAgent(tools=tools, llm=chat, streaming=False)
    await agent.run("Answer the mail about the budget.")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
