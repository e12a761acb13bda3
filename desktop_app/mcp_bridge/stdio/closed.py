"""What the pipe answers while Draftdesk is not open: a server that works, and says what to do.

Constant, as all that is listed is: nothing of a mail or a person is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from desktop_app import __version__

NOT_THERE = -32000
OFF = (
    "Draftdesk is not running, or its MCP bridge is off. Ask the person to start Draftdesk and to "
    "switch on Settings → MCP bridge, then try again."
)
OLDER = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
NEWER = ("2026-07-28",)
_CAPABILITIES = {
    "completions": {},
    "prompts": {"listChanged": True},
    "resources": {"listChanged": True, "subscribe": True},
    "tools": {"listChanged": True},
}
_SERVER = {"name": "draftdesk", "title": "Draftdesk", "version": __version__}
Params = Mapping[str, Any]


def answered(message: Mapping[str, Any], *, newer: bool) -> dict[str, Any]:
    """The answer to a request, as a message."""
    params = message.get("params")
    make = _ANSWERS.get(str(message.get("method")))
    answer = {"jsonrpc": "2.0", "id": message.get("id")}
    if make is None:
        return {**answer, "error": {"code": NOT_THERE, "message": OFF}}
    result = make(params if isinstance(params, dict) else {})
    more: dict[str, Any] = {"resultType": "complete"} if newer else {}
    return {**answer, "result": {**result, **more}}


def _initialize(params: Params) -> dict[str, Any]:
    wanted = params.get("protocolVersion")
    return {
        "protocolVersion": wanted if wanted in OLDER else OLDER[0],
        "capabilities": _CAPABILITIES,
        "serverInfo": _SERVER,
        "instructions": OFF,
    }


def _discover(_: Params) -> dict[str, Any]:
    return {
        "supportedVersions": list(NEWER),
        "capabilities": _CAPABILITIES,
        "instructions": OFF,
        "cacheScope": "private",
        "ttlMs": 0,
        "_meta": {"io.modelcontextprotocol/serverInfo": _SERVER},
    }


def _tools(_: Params) -> dict[str, Any]:
    """Those a program has that nobody has changed anything for."""
    from desktop_app.mcp_bridge.listing import tools
    from desktop_app.model.bridge import BridgeClient

    return _listed("tools", tools(frozenset(BridgeClient("", "").groups_off)))


def _resources(_: Params) -> dict[str, Any]:
    from desktop_app.mcp_bridge.resources import RESOURCES

    return _listed("resources", RESOURCES)


def _templates(_: Params) -> dict[str, Any]:
    from desktop_app.mcp_bridge.resources import TEMPLATES

    return _listed("resourceTemplates", TEMPLATES)


def _prompts(_: Params) -> dict[str, Any]:
    from desktop_app.mcp_bridge.prompts import PROMPTS

    return _listed("prompts", PROMPTS)


def _listed(name: str, found: list[Any]) -> dict[str, Any]:
    dumped = [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in found]
    return {name: dumped, "cacheScope": "private", "ttlMs": 0}


def _call(params: Params) -> dict[str, Any]:
    """A result, which a model gets to read; many hosts keep errors of the protocol to
    themselves."""
    del params
    what, _, step = OFF.partition(". ")
    return {
        "content": [{"type": "text", "text": OFF}],
        "structuredContent": {
            "code": "unavailable",
            "message": f"{what}.",
            "details": {},
            "retryable": True,
            "next_step": step,
        },
        "isError": True,
    }


def _nothing(_: Params) -> dict[str, Any]:
    return {}


_ANSWERS: Mapping[str, Callable[[Params], dict[str, Any]]] = MappingProxyType(
    {
        "initialize": _initialize,
        "server/discover": _discover,
        "ping": _nothing,
        "logging/setLevel": _nothing,
        "resources/subscribe": _nothing,
        "resources/unsubscribe": _nothing,
        "tools/list": _tools,
        "tools/call": _call,
        "resources/list": _resources,
        "resources/templates/list": _templates,
        "prompts/list": _prompts,
    }
)
