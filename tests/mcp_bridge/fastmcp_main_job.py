"""The main job by fastmcp's client, run by the Python that has it: URL and token are the arguments.
Prints one JSON object. Imports nothing of ours."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any


async def main(url: str, token: str) -> dict[str, Any]:
    from fastmcp import Client  # type: ignore[import-not-found]
    from fastmcp.client.transports import StreamableHttpTransport  # type: ignore[import-not-found]

    async with Client(StreamableHttpTransport(url, auth=token)) as client:

        async def call(name: str, **arguments: Any) -> Any:
            return (await client.call_tool(name, arguments)).structured_content

        tools = sorted(tool.name for tool in await client.list_tools())
        [row] = (await call("search_messages", query="budget"))["results"]
        text = (await call("get_message", message_id=row["message_id"]))["untrusted_text"]
        saved = await call("draft_reply", message_id=row["message_id"], body="I will.")
        asked = await call("send_draft", draft_id=saved["draft_id"], revision=saved["revision"])
        [resource] = await client.read_resource("mail://drafts")
        prompts = [prompt.name for prompt in await client.list_prompts()]
    return {
        "tools": tools,
        "text": text,
        "decision": asked["decision"],
        "drafts": json.loads(resource.text)["count"],
        "prompts": prompts,
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(*sys.argv[1:3]))))
