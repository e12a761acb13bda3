"""Cards of MCP Apps (io.modelcontextprotocol/ui, 2026-01-26): one page for what a call came to.

A program whose host draws cards is told which of our tools have one, and gets one tool that cards
alone call. For everybody else nothing is different. A card reads, edits the program's own proposal
by `update_draft`, and asks the window to show something; nothing else is there for it.
"""

from __future__ import annotations

import base64
import hashlib
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
from mcp_types import CallToolResult, TextContent, Tool

from desktop_app.locations import resources
from desktop_app.mcp_bridge.visits import Visit
from desktop_app.model.errors import BadInput, Refused, SlowDown
from desktop_app.model.patience import no_longer_than
from desktop_app.tools.adapters.table import BY_FAMILY
from desktop_app.tools.calls.arguments import params_of
from desktop_app.tools.calls.base import AnyTool, Decision, Params
from desktop_app.tools.person.cards import DRAFT_CARD, REQUEST_CARD, SHOW_AT_HOME
from desktop_app.tools.runner import PATIENCE

EXTENSION = "io.modelcontextprotocol/ui"
MIME_TYPE = "text/html;profile=mcp-app"
TOOL_NAME = "card"
"""The tool that cards alone call; hosts keep it from models."""

DRAFT, MAILS, REQUEST, TIMES = (
    f"ui://draftdesk/{name}" for name in ("draft", "mails", "request", "times")
)
URIS = (DRAFT, MAILS, REQUEST, TIMES)
OF_TOOLS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(
            ("create_draft", "draft_reply", "draft_forward", "update_draft", "get_draft"), DRAFT
        ),
        "send_draft": DRAFT,
        "search_messages": MAILS,
        "get_request": REQUEST,
        "search_calendar_events": TIMES,
    }
)
"""The card of each tool that has one, by the tool's own name."""

MOST_SHOWN = 6
"""Times a minute that one program may have the window show something."""

MOST_COUNTED = 512
MINUTE = 60.0


class CardCall(Params, frozen=True, kw_only=True):
    """What a card asks: a draft or a request to show, or with `home` that Draftdesk shows the
    draft, the mail, or what waits for review."""

    draft_id: str = ""
    request_id: int = 0
    message_id: str = ""
    offset: int = 0
    mark: str = ""
    home: bool = False


class _Called:
    """The card's tool, for the words of an error."""

    name = TOOL_NAME
    params = CardCall


def draws_cards(extensions: object) -> bool:
    """Whether a client with these extensions among its capabilities draws our cards."""
    settings = extensions.get(EXTENSION) if isinstance(extensions, dict) else None
    kinds = settings.get("mimeTypes") if isinstance(settings, dict) else None
    return isinstance(kinds, list | tuple) and MIME_TYPE in kinds


def promise(answer: Any) -> None:
    """The answer of a handshake, with the extension among what is served."""
    if isinstance(answer, dict) and isinstance(answer.get("capabilities"), dict):
        answer["capabilities"]["extensions"] = {EXTENSION: {}}


def with_cards(tools: Iterable[Tool], family: str) -> list[Tool]:
    """The tools as a host that draws cards is told them."""
    theirs = (
        {a.name: a.tool.name for a in BY_FAMILY[family].adapters} if family in BY_FAMILY else {}
    )
    listed = [_with_card(tool, theirs.get(tool.name)) for tool in tools]
    return [*listed, _CARD]


def _with_card(tool: Tool, ours: str | None) -> Tool:
    """A name of another family has the card of a draft alone: its other answers have that family's
    shape."""
    uri = OF_TOOLS.get(tool.name if ours is None else ours, "")
    if not uri or (ours is not None and uri != DRAFT):
        return tool
    return tool.model_copy(update={"meta": {"ui": {"resourceUri": uri}}})


_CARD = Tool(
    name=TOOL_NAME,
    input_schema={"type": "object"},
    _meta={"ui": {"visibility": ["app"]}},
)


@cache
def page() -> str:
    """The page of every card, whose own script and style alone may run in it."""
    text = (resources() / "cards" / "card.html").read_text("utf-8")
    for name in ("script", "style"):
        inside = text.partition(f"<{name}>")[2].partition(f"</{name}>")[0]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        text = text.replace(f"{{{name.upper()}}}", f"'sha256-{digest}'", 1)
    return text


META: dict[str, Any] = {"ui": {"csp": {}, "prefersBorder": True}}
"""No address outside itself, no permission; a border by the host."""


class Shown:
    """How often each program has had the window show something, within a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, program: str) -> None:
        """Count one. Raises `SlowDown` where it is one too many."""
        with self._lock:
            now, times = self._clock(), self._times.setdefault(program, deque())
            self._times.move_to_end(program)
            while len(self._times) > MOST_COUNTED:
                self._times.popitem(last=False)
            while times and times[0] <= now - MINUTE:
                times.popleft()
            if len(times) >= MOST_SHOWN:
                wait = times[0] + MINUTE - now
                raise SlowDown(
                    f"Draftdesk comes to the front {MOST_SHOWN} times a minute at most.",
                    resumes_at=time.time() + wait,
                    next_step="Open it yourself.",
                )
            times.append(now)


def call(
    visit: Visit, arguments: Mapping[str, Any], shown: Shown, stop: threading.Event
) -> CallToolResult:
    """What a card is told. Raises `KnownError`. Blocking."""
    asked: CardCall = params_of(_Called(), arguments)
    if not visit.runner.visible_accounts():
        raise BadInput("The person has not allowed this program any account yet.")
    tool, given = _meant(asked)
    _refuse_unless_may(visit, _AS[tool.name] if not asked.message_id else "get_message")
    if asked.home:
        shown.take(visit.client_id)
    with visit.running(stop), no_longer_than(PATIENCE):
        found = visit.runner.call(tool, params_of(tool, given), cancelled=stop)
    if found.decision is Decision.DENY or found.value is None:
        raise Refused(found.reason)
    data = msgspec.to_builtins(found.value)
    text = TextContent(type="text", text=str(data["display"]))
    return CallToolResult(content=[text], structured_content=data)


def _meant(asked: CardCall) -> tuple[AnyTool, dict[str, Any]]:
    if asked.home:
        named = {"draft_id": asked.draft_id, "message_id": asked.message_id}
        return SHOW_AT_HOME, named
    if asked.request_id:
        return REQUEST_CARD, {"request_id": asked.request_id, "mark": asked.mark}
    if not asked.draft_id:
        raise BadInput("A card shows a draft or a request.")
    wanted = {"draft_id": asked.draft_id, "offset": asked.offset, "mark": asked.mark}
    return DRAFT_CARD, wanted


_AS: Mapping[str, str] = MappingProxyType(
    {DRAFT_CARD.name: "get_draft", REQUEST_CARD.name: "get_request", SHOW_AT_HOME.name: "get_draft"}
)
"""Whoever may call the one may have the other's card."""


def _refuse_unless_may(visit: Visit, name: str) -> None:
    """Raises `Refused` where the program may not read such things itself."""
    if all(tool.name != name for tool in visit.runner.listed()):
        raise Refused(
            "Draftdesk's settings do not let this program read that.",
            next_step="The person chooses in Draftdesk: Settings → MCP bridge.",
        )
