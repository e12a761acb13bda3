"""Adapter: a name of another family of tools, with its arguments, defaults and answers.

An adapter maps a call to calls of our own tools. Each of those goes through the runner of whoever
calls, so that policy, accounts, groups, requests and the record hold as for any call. What it may
use besides is the place of a thing: its id here for its id there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Generic

import msgspec
from msgspec import UNSET, UnsetType

from desktop_app.tools.calls.arguments import params_of
from desktop_app.tools.calls.base import AnyTool, Decision, Effect, P, ToolResult
from desktop_app.tools.calls.context import Context, Conversation
from desktop_app.tools.calls.other_names import other_names
from desktop_app.tools.calls.results import Candidates
from desktop_app.tools.calls.spelling import inner_of, is_spelled, names_of, plain, spelled

CallTool = Callable[[AnyTool, Mapping[str, Any]], ToolResult[Any]]
"""Runs one of our tools with JSON arguments, as any call of that author. Raises `KnownError`."""
_NONE: Mapping[str, str] = MappingProxyType({})


class Stopped(Exception):  # no error: the answer of an adapter that ends early
    """What a tool of ours answered instead of a value: asked, refused, or several mails fit."""

    def __init__(self, result: ToolResult[Any]) -> None:
        super().__init__(result.reason)
        self.result = result


class Answer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """An answer in the shape of a family whose names are in camel case."""

    display: str


class Asked(Answer, frozen=True, kw_only=True, rename="camel"):
    """Answer of a call that has asked the person: nothing is done so far."""

    status: str = "asked"
    request_id: str | UnsetType = UNSET
    draft_id: str | UnsetType = UNSET


class Desk:
    """What an adapter works with during one call. `context` is for looking ids up alone."""

    def __init__(self, call: CallTool, context: Context) -> None:
        self._call = call
        self.context = context

    @property
    def conversation(self) -> Conversation:
        return self.context.conversation

    def call(self, tool: AnyTool, **arguments: Any) -> ToolResult[Any]:
        """Result of one of our tools; arguments that are None are left out."""
        given = {name: value for name, value in arguments.items() if value is not None}
        return self._call(tool, given)

    def value(self, tool: AnyTool, **arguments: Any) -> Any:
        """Value of one of our tools. Raises `Stopped` where there is none, or several mails fit."""
        result = self.call(tool, **arguments)
        if result.decision is not Decision.ALLOW or isinstance(result.value, Candidates):
            raise Stopped(result)
        return result.value


@dataclass(frozen=True, slots=True)
class Adapter(Generic[P]):
    """`tool` is the one of ours that does the job. `effect` is the strongest a call can have.
    `also` are further spellings of arguments, `hints` the arguments that name a mail without its
    id: the person picks where several fit. `meant` gives the adapter that a call comes to where an
    argument says so. `gathers` names the argument that is an object, into which arguments go that
    are its own and were given beside it."""

    name: str
    family: str
    title: str
    description: str
    params: type[P]
    tool: AnyTool
    run: Callable[[Desk, P], Any]
    effect: Effect = Effect.READ
    also: Mapping[str, str] = field(default_factory=lambda: _NONE)
    hints: tuple[str, ...] = ()
    meant: Callable[[Mapping[str, Any]], Adapter[Any] | None] | None = None
    gathers: str = ""

    def call(self, desk: Desk, arguments: Mapping[str, Any]) -> ToolResult[Any]:
        """Answer of a call, in the family's shape. Raises `KnownError`."""
        given = self._gathered(spelled(self.params, self.also, arguments))
        try:
            found = self.run(desk, params_of(self, given))
        except Stopped as stopped:
            found = stopped.result
        result = found if isinstance(found, ToolResult) else ToolResult(Decision.ALLOW, value=found)
        if result.decision is Decision.ASK and result.value is None:
            return replace(result, value=_asked(result))
        return result

    def _gathered(self, given: dict[str, Any]) -> dict[str, Any]:
        if not self.gathers:
            return given
        own = names_of(self.params).values()
        inner = inner_of(self.params)[self.gathers]
        also = other_names(inner)
        loose = {
            name: value
            for name, value in given.items()
            if name not in own
            and plain(name) not in other_names(self.params)
            and is_spelled(inner, also, name)
        }
        if not loose or isinstance(given.get(self.gathers), str):
            return given
        kept = {name: value for name, value in given.items() if name not in loose}
        return {**kept, self.gathers: {**loose, **(given.get(self.gathers) or {})}}

    def knows(self, arguments: Mapping[str, Any]) -> bool:
        """Whether every argument is one of its own, in whatever spelling."""
        return all(is_spelled(self.params, self.also, name) for name in arguments)


AnyAdapter = Adapter[Any]


def _asked(result: ToolResult[Any]) -> Asked:
    return Asked(
        display=result.reason,
        request_id=str(result.request_id) if result.request_id else UNSET,
        draft_id=result.draft_id or UNSET,
    )
