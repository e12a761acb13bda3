"""What the conformance suite wants to find on a server, mounted on the real bridge.

Names and behaviour are the suite's (`conformance list`; each scenario's own description).
"""

from __future__ import annotations

import asyncio
import base64
import struct
import warnings
import zlib
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import (
    AudioContent,
    CallToolResult,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    SamplingMessage,
    SetLevelRequestParams,
    TextContent,
    TextResourceContents,
)
from pydantic import BaseModel, Field

from desktop_app.mcp_bridge.server import BridgeServer
from tests.mcp_bridge.fixtures_asking import mount_asking

Ctx = Context[Any, Any]


def png() -> bytes:
    """One red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + crc

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def wav() -> bytes:
    """A tenth of a millisecond of silence."""
    data = b"\x80" * 8
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 8000, 8000, 1, 8)
    return (
        struct.pack("<4sI4s", b"RIFF", 36 + len(data), b"WAVE")
        + head
        + struct.pack("<4sI", b"data", len(data))
        + data
    )


IMAGE = ImageContent(type="image", data=base64.b64encode(png()).decode(), mime_type="image/png")


def text(words: str) -> TextContent:
    return TextContent(type="text", text=words)


def embedded(uri: str, words: str, kind: str = "text/plain") -> EmbeddedResource:
    return EmbeddedResource(
        type="resource", resource=TextResourceContents(uri=uri, mime_type=kind, text=words)
    )


class ServerWithFixtures(BridgeServer):
    """The bridge's own server; everything of its own stays as it is."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        mount_content(self)
        mount_talking(self)
        mount_resources(self)
        mount_prompts(self)
        mount_asking(self)

        async def set_level(ctx: Any, params: SetLevelRequestParams) -> EmptyResult:
            return EmptyResult()

        # The bridge itself logs nothing to its clients.
        self._lowlevel_server.add_request_handler(
            "logging/setLevel", SetLevelRequestParams, set_level
        )


def mount_content(server: BridgeServer) -> None:
    """Tools that return each kind of content."""

    @server.tool(description="Text.", structured_output=False)
    def test_simple_text() -> str:
        return "This is a simple text response for testing."

    @server.tool(description="An image.")
    def test_image_content() -> CallToolResult:
        return CallToolResult(content=[IMAGE])

    @server.tool(description="A sound.")
    def test_audio_content() -> CallToolResult:
        sound = AudioContent(
            type="audio", data=base64.b64encode(wav()).decode(), mime_type="audio/wav"
        )
        return CallToolResult(content=[sound])

    @server.tool(description="A resource within the result.")
    def test_embedded_resource() -> CallToolResult:
        one = embedded("test://embedded-resource", "This is an embedded resource content.")
        return CallToolResult(content=[one])

    @server.tool(description="Several kinds at once.")
    def test_multiple_content_types() -> CallToolResult:
        data = embedded(
            "test://mixed-content-resource", '{"test":"data","value":123}', "application/json"
        )
        return CallToolResult(content=[text("Multiple content types test:"), IMAGE, data])

    @server.tool(description="Always an error.")
    def test_error_handling() -> CallToolResult:
        words = "This tool intentionally returns an error for testing"
        return CallToolResult(content=[text(words)], is_error=True)


class Person(BaseModel):
    username: str = Field(description="User's response")
    email: str = Field(description="User's email address")


DEFAULTS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "default": True},
    },
}


def _titled(names: dict[str, str]) -> list[dict[str, str]]:
    return [{"const": value, "title": title} for value, title in names.items()]


CHOICES: dict[str, Any] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
        "titledSingle": {
            "type": "string",
            "oneOf": _titled(
                {"value1": "First Option", "value2": "Second Option", "value3": "Third Option"}
            ),
        },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]},
        },
        "titledMulti": {
            "type": "array",
            "items": {
                "anyOf": _titled(
                    {"value1": "First Choice", "value2": "Second Choice", "value3": "Third Choice"}
                )
            },
        },
    },
}


async def _form(ctx: Ctx, schema: dict[str, Any]) -> str:
    session = ctx.request_context.session
    answer = await session.elicit_form(
        message="Please answer",
        requested_schema=schema,
        related_request_id=ctx.request_context.request_id,
    )
    return f"Elicitation completed: action={answer.action}, content={answer.content}"


def mount_talking(server: BridgeServer) -> None:
    """Tools that say or ask something before they answer (the older protocol's ways)."""

    @server.tool(description="Logs while it runs.", structured_output=False)
    async def test_tool_with_logging(ctx: Ctx) -> str:
        for words in ("started", "processing data", "completed"):
            await _log(ctx, f"Tool {words}" if " " in words else f"Tool execution {words}")
            await asyncio.sleep(0.05)
        return "Logged three times."

    @server.tool(description="Reports its progress.", structured_output=False)
    async def test_tool_with_progress(ctx: Ctx) -> str:
        for done in (0, 50, 100):
            await ctx.report_progress(done, 100)
            await asyncio.sleep(0.05)
        return "Done."

    @server.tool(description="Asks the client's model.", structured_output=False)
    async def test_sampling(prompt: str, ctx: Ctx) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MCPDeprecationWarning)
            answer = await ctx.session.create_message(
                messages=[SamplingMessage(role="user", content=text(prompt))],
                max_tokens=100,
                related_request_id=ctx.request_context.request_id,
            )
        return f"LLM response: {getattr(answer.content, 'text', '')}"

    @server.tool(description="Asks the person.", structured_output=False)
    async def test_elicitation(message: str, ctx: Ctx) -> str:
        answer = await ctx.elicit(message, Person)
        return f"User response: action={answer.action}, content={getattr(answer, 'data', None)}"

    @server.tool(description="Asks with defaults.", structured_output=False)
    async def test_elicitation_sep1034_defaults(ctx: Ctx) -> str:
        return await _form(ctx, DEFAULTS)

    @server.tool(description="Asks with choices.", structured_output=False)
    async def test_elicitation_sep1330_enums(ctx: Ctx) -> str:
        return await _form(ctx, CHOICES)

    @server.tool(description="Logs where that was asked for.", structured_output=False)
    async def test_logging_tool(ctx: Ctx) -> str:
        await _log(ctx, "Something happened")
        return "Logged, where that was asked for."


async def _log(ctx: Ctx, words: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        await ctx.log("info", words)


def mount_resources(server: BridgeServer) -> None:
    @server.resource("test://static-text", mime_type="text/plain", description="Text.")
    def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png", description="An image.")
    def static_binary() -> bytes:
        return png()

    @server.resource(
        "test://template/{id}/data", mime_type="application/json", description="By number."
    )
    def template(id: str) -> str:  # noqa: A002  # the suite's own name for it
        return f'{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}'

    @server.resource("test://watched-resource", mime_type="text/plain", description="To watch.")
    def watched() -> str:
        return "As it was."


def mount_prompts(server: BridgeServer) -> None:
    @server.prompt(description="Simple.")
    def test_simple_prompt() -> str:
        return "This is a simple prompt for testing."

    @server.prompt(description="With arguments.")
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt(description="With a resource.")
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803
        return [
            UserMessage(embedded(resourceUri, "Embedded resource content for testing.")),
            UserMessage("Please process the embedded resource above."),
        ]

    @server.prompt(description="With an image.")
    def test_prompt_with_image() -> list[UserMessage]:
        return [UserMessage(IMAGE), UserMessage("Please analyze the image above.")]
