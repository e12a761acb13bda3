"""The conformance suite's tools and prompt that ask before they answer, as 2026-07-28 does:
the result says what is needed, and the call is made again with it (`input-required-result-*`)."""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)

from desktop_app.mcp_bridge.server import BridgeServer

Ctx = Context[Any, Any]
Asked = dict[str, CreateMessageRequest | ListRootsRequest | ElicitRequest]


def form(message: str, name: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def sample(words: str, most: int = 100) -> CreateMessageRequest:
    message = SamplingMessage(role="user", content=TextContent(type="text", text=words))
    return CreateMessageRequest(
        params=CreateMessageRequestParams(messages=[message], max_tokens=most)
    )


def said(words: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)])


def answer(ctx: Ctx, name: str, kind: type[Any]) -> Any:
    """What was answered to one request, where it is of the right kind."""
    found = (ctx.input_responses or {}).get(name)
    return found if isinstance(found, kind) else None


def mount_asking(server: BridgeServer) -> None:
    _single(server)
    _several(server)
    _state(server)
    _stateless(server)


def _single(server: BridgeServer) -> None:
    """One request each."""

    @server.tool(description="Asks for a name.")
    async def test_input_required_result_elicitation(
        ctx: Ctx,
    ) -> CallToolResult | InputRequiredResult:
        given: ElicitResult | None = answer(ctx, "user_name", ElicitResult)
        if given is None:
            asked: Asked = {"user_name": form("What is your name?", "name")}
            return InputRequiredResult(input_requests=asked)
        return said(f"Hello, {(given.content or {}).get('name')}!")

    @server.tool(description="Asks a model.")
    async def test_input_required_result_sampling(ctx: Ctx) -> CallToolResult | InputRequiredResult:
        given = answer(ctx, "capital_question", CreateMessageResult)
        if given is None:
            asked: Asked = {"capital_question": sample("What is the capital of France?")}
            return InputRequiredResult(input_requests=asked)
        return said(getattr(given.content, "text", ""))

    @server.tool(description="Asks for the roots.")
    async def test_input_required_result_list_roots(
        ctx: Ctx,
    ) -> CallToolResult | InputRequiredResult:
        given: ListRootsResult | None = answer(ctx, "client_roots", ListRootsResult)
        if given is None:
            return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})
        return said(" ".join(str(root.uri) for root in given.roots))


def _several(server: BridgeServer) -> None:
    """All three together, and only what a client can."""

    @server.tool(description="Asks for three things.")
    async def test_input_required_result_multiple_inputs(
        ctx: Ctx,
    ) -> CallToolResult | InputRequiredResult:
        if set(ctx.input_responses or {}) < {"user_name", "greeting", "client_roots"}:
            asked: Asked = {
                "user_name": form("What is your name?", "name"),
                "greeting": sample("Generate a greeting", 50),
                "client_roots": ListRootsRequest(),
            }
            return InputRequiredResult(input_requests=asked, request_state="three")
        return said("All three are there.")

    @server.tool(description="Asks only what the client can.")
    async def test_input_required_result_capabilities(ctx: Ctx) -> InputRequiredResult:
        can = ctx.client_capabilities
        asked: dict[str, Any] = {}
        if can is not None and can.sampling is not None:
            asked["greeting"] = sample("Generate a greeting")
        if can is not None and can.elicitation is not None:
            asked["user_name"] = form("What is your name?", "name")
        return InputRequiredResult(input_requests=asked)


def _state(server: BridgeServer) -> None:
    """What the server wants to have back with the answer."""

    async def confirm(ctx: Ctx) -> CallToolResult | InputRequiredResult:
        if answer(ctx, "confirm", ElicitResult) is not None and ctx.request_state == "confirming":
            return said("state-ok")
        asked: Asked = {"confirm": form("Please confirm", "ok", "boolean")}
        return InputRequiredResult(input_requests=asked, request_state="confirming")

    for name in ("request_state", "tampered_state"):
        server.add_tool(confirm, f"test_input_required_result_{name}", description="Confirms.")

    @server.tool(description="Asks twice.")
    async def test_input_required_result_multi_round(
        ctx: Ctx,
    ) -> CallToolResult | InputRequiredResult:
        if ctx.request_state == "second":
            return said("Both steps are done.")
        if ctx.request_state == "first":
            asked: Asked = {"step2": form("Step 2: What is your favorite color?", "color")}
            return InputRequiredResult(input_requests=asked, request_state="second")
        asked = {"step1": form("Step 1: What is your name?", "name")}
        return InputRequiredResult(input_requests=asked, request_state="first")

    @server.prompt(description="Asks for context.")
    async def test_input_required_result_prompt(ctx: Ctx) -> str | InputRequiredResult:
        given: ElicitResult | None = answer(ctx, "user_context", ElicitResult)
        if given is None:
            asked: Asked = {"user_context": form("What context should the prompt use?", "context")}
            return InputRequiredResult(input_requests=asked)
        return f"In the context of {(given.content or {}).get('context')}."


def _stateless(server: BridgeServer) -> None:
    """What `server-stateless` probes with."""

    @server.tool(description="Needs sampling.")
    async def test_missing_capability(ctx: Ctx) -> CallToolResult:
        can = ctx.client_capabilities
        if can is None or can.sampling is None:
            raise MCPError(
                code=MISSING_REQUIRED_CLIENT_CAPABILITY,
                message="This tool needs sampling.",
                data={"requiredCapabilities": {"sampling": {}}},
            )
        return said("The client can sample.")

    @server.tool(description="Asks in its result, never on the stream.")
    async def test_streaming_elicitation(ctx: Ctx) -> CallToolResult | InputRequiredResult:
        if answer(ctx, "user_name", ElicitResult) is not None:
            return said("Thank you.")
        return InputRequiredResult(input_requests={"user_name": form("Who are you?", "name")})

    @server.tool(description="Says that the tools have changed.")
    async def test_trigger_tool_change(ctx: Ctx) -> CallToolResult:
        await ctx.notify_tools_changed()
        return said("Told.")

    @server.tool(description="Says that the prompts have changed.")
    async def test_trigger_prompt_change(ctx: Ctx) -> CallToolResult:
        await ctx.notify_prompts_changed()
        return said("Told.")
