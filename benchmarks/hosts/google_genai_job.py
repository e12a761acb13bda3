"""google-genai's conversion of tools for Gemini, whose declarations a scripted model fills in."""

from __future__ import annotations

import asyncio
import json
import sys
import urllib.request
from typing import Any


async def main(url: str, token: str, model: str) -> None:
    from google.genai import _mcp_utils
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client  # type: ignore[attr-defined]

    headers = {"Authorization": f"Bearer {token}"}
    async with (
        streamablehttp_client(url, headers=headers) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        listed = [_opened(tool) for tool in (await session.list_tools()).tools]
        declared = [
            declaration.model_dump(mode="json", exclude_none=True)
            for tool in _mcp_utils.mcp_to_gemini_tools(listed)
            for declaration in tool.function_declarations or ()
        ]
        tools = [{"type": "function", "function": _function(each)} for each in declared]
        messages: list[dict[str, Any]] = [{"role": "user", "content": "Answer the mail."}]
        for _turn in range(6):
            said = _ask(model, {"messages": messages, "tools": tools})
            messages.append(said)
            for call in said.get("tool_calls") or ():
                wanted = call["function"]
                found = await session.call_tool(wanted["name"], json.loads(wanted["arguments"]))
                text = "".join(getattr(part, "text", "") for part in found.content)
                messages.append({"role": "tool", "content": text})


def _opened(tool: Any) -> Any:
    # WORKAROUND google-genai converts no schema that allows nothing else (an AttributeError at
    # additionalProperties: false); no report known; google-genai 3.6; remove when it does.
    schema = {k: v for k, v in tool.inputSchema.items() if k != "additionalProperties"}
    return tool.model_copy(update={"inputSchema": schema})


def _function(declared: dict[str, Any]) -> dict[str, Any]:
    """Every argument is required, as where a model must give all."""
    schema = declared.get("parameters") or declared.get("parameters_json_schema") or {}
    schema = {**schema, "required": list(schema.get("properties", ()))}
    return {"name": declared["name"], "parameters": schema}


def _ask(model: str, asked: dict[str, Any]) -> dict[str, Any]:
    wanted = urllib.request.Request(
        f"{model}/chat/completions",
        json.dumps(asked).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(wanted, timeout=60) as answer:
        said: dict[str, Any] = json.load(answer)["choices"][0]["message"]
    return said


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
