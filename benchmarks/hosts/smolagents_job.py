"""smolagents, whose models give every argument."""

from __future__ import annotations

import sys


def main(url: str, token: str, model: str) -> None:
    from smolagents import (  # type: ignore[import-not-found]
        OpenAIServerModel,
        ToolCallingAgent,
        ToolCollection,
    )

    where = {
        "url": url,
        "transport": "streamable-http",
        "headers": {"Authorization": f"Bearer {token}"},
    }
    with ToolCollection.from_mcp(where, trust_remote_code=True) as found:
        chat = OpenAIServerModel(model_id="scripted", api_base=model, api_key="none")
        agent = ToolCallingAgent(tools=[*found.tools], model=chat, max_steps=8)
        agent.run("Answer the mail about the budget.")


if __name__ == "__main__":
    main(*sys.argv[1:4])
