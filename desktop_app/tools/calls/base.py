"""Tool: the one way in which faces act.

Parameters are `msgspec` structs: typed, described, and closed (unknown arguments are refused by
name). Results are frozen dataclasses with a `display` text. No network, no Qt, no SQL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from desktop_app.model.draft import DraftContent, Origin
from desktop_app.model.message import MessageId

if TYPE_CHECKING:
    from desktop_app.tools.calls.context import Context
    from desktop_app.tools.calls.results import ListedResult

LARGEST = 2**53 - 1
"""The largest whole number every JSON program agrees on (RFC 8259, section 6)."""

OF_THREAD = "thread:"
"""Before the id of a conversation that is given where a mail is wanted."""


class Effect(StrEnum):
    """Effect of a tool on the world; the policy decides by it."""

    READ = "read"
    DRAFT = "draft"
    ORGANISE = "organise"
    DESTROY = "destroy"
    SEND = "send"
    OUTWARD = "outward"
    """Something is told to a server that is not the account's, by the person's press alone."""


class Decision(StrEnum):
    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


class Group(StrEnum):
    """Groups a person can switch off for assistants, but for `REQUESTS`: whoever may ask may
    learn the answer. `WINDOW` tools are the person's alone."""

    READING = "mail reading"
    DRAFTS = "drafts"
    ORGANISING = "organising"
    DRIVE = "drive"
    CALENDAR = "calendar"
    REQUESTS = "requests"
    WINDOW = "window"


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of one tool."""


class NoParams(Params, frozen=True, kw_only=True):
    """Parameters of a tool that takes none."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a call is about, for the person who decides. `words` is the change without its object
    (`Move to trash`), `note` a sentence about how, where that is not said by the rest: both are
    ours, whatever the caller says, with numbers in them at most. `quotes` are the caller's own
    words, and those of mail, each after what it is (`Name`): they stand as quotations in a place
    of their own. `mails` are those it changes; `draft` is one that would come to be, with `files`
    besides its attachments; `draft_id` is one that would be changed. `answers` is the mail that a
    draft would answer, `account` that of what is no mail."""

    words: str
    mails: tuple[MessageId, ...] = ()
    draft: DraftContent | None = None
    files: tuple[str, ...] = ()
    draft_id: str = ""
    answers: MessageId = 0
    account: str = ""
    note: str = ""
    quotes: tuple[tuple[str, str], ...] = ()


P = TypeVar("P", bound=Params)
R = TypeVar("R")

ALL = frozenset(Origin)
PERSON = frozenset({Origin.USER})


@dataclass(frozen=True, slots=True)
class Tool(Generic[P, R]):
    """One tool. `run` is a plain function called off the GUI thread.

    Where the policy says ASK, the call becomes a request (tools/asking.py): `resolve` puts ids in
    the place of rows and hints, or gives candidates or a count; `subject` says what the call is
    about, with every check of `run`, and changes nothing. `ask` is for a tool that asks in a way of
    its own.
    """

    name: str
    title: str
    effect: Effect
    group: Group
    description: str
    params: type[P]
    result: type[Any]
    run: Callable[[Context, P], R]
    resolve: Callable[[Context, P], P | ListedResult] | None = None
    subject: Callable[[Context, P], Subject] | None = None
    ask: Callable[[Context, P], ToolResult[Any]] | None = None
    origins: frozenset[Origin] = ALL
    picks: bool = False
    """Whether `Candidates` may come back instead of the result."""

    several: type[Any] | None = None
    """What comes back instead where a call names several things."""

    possible: Callable[[Context], bool] | None = None
    """Whether the call could be carried out for any account; a tool is not listed where none."""

    unlisted: frozenset[str] = frozenset()
    """Arguments that are taken and not told of: every model carries the list in its context."""

    other_ways: frozenset[str] = frozenset()
    """Arguments that say what a listed one says too; they are left out of what programs are listed,
    whose every model carries it all."""

    needs: tuple[str, ...] = ()
    """Arguments that are listed as required, since a call has no meaning without them; whether an
    empty one has, the tool says."""

    only_counts: str = ""
    """Name of the argument that makes a call count alone: where it is true, nothing is changed or
    asked, whatever the effect of the tool."""

    done: str = ""
    """What the assistant's panel says of a call: `Searched mail`. Every listed tool has it."""


AnyTool = Tool[Any, Any]


def person_tool(
    run: Callable[[Context, P], R],
    effect: Effect,
    params: type[P],
    title: str = "",
    *,
    origins: frozenset[Origin] = PERSON,
) -> Tool[P, R]:
    """A tool of the window, named like its function. No model is told of it, so that it needs no
    description and no result schema; `title` is for what the activity record shows."""
    name = run.__name__
    return Tool(
        name=name,
        title=title or name.replace("_", " ").capitalize(),
        effect=effect,
        group=Group.WINDOW,
        description="",
        params=params,
        result=object,
        run=run,
        origins=origins,
    )


@dataclass(frozen=True, slots=True)
class ToolResult(Generic[R]):
    """Result of a call. ALLOW: `value` is set. ASK: the person has been asked, and `reason` says
    so; `request_id` or `draft_id` names what waits for them. DENY: `reason` says why. Nothing
    blocks on a person."""

    decision: Decision
    value: R | None = None
    reason: str = ""
    request_id: int = 0
    draft_id: str = ""

    def unwrap(self) -> R:
        """Value of an allowed call. Raises `ValueError` for any other: a bug in the caller."""
        if self.value is None:
            raise ValueError(f"no value: {self.decision} {self.reason}")
        return self.value
