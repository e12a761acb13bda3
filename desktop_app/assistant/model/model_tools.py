"""Tools as a language model has them: every call is a row in the panel, every result is data.

A call goes to the Runner, which decides. Its result comes back in a compact form of JSON values, in
which a stranger's text cannot pass for anything else.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from pydantic_ai import Tool
from pydantic_ai.exceptions import UsageLimitExceeded

from desktop_app.assistant import questions
from desktop_app.assistant.model.call_arguments import wrong_arguments
from desktop_app.assistant.model.compact_results import compact
from desktop_app.assistant.model.full_tools import full_form
from desktop_app.assistant.model.model_errors import SameCall
from desktop_app.assistant.model.reading_log import ReadingLog
from desktop_app.assistant.model.redaction import redacted_all
from desktop_app.assistant.model.result_room import fitted
from desktop_app.assistant.model.short_tools import SHORT_TOOLS, short_form
from desktop_app.assistant.model.tool_rows import references_of, title_of
from desktop_app.assistant.style import style_to
from desktop_app.assistant.transcript import (
    Ask,
    Asked,
    Choice,
    Emit,
    Option,
    ToolFinished,
    ToolStarted,
)
from desktop_app.assistant.turn import asked_words, proposal_of, who
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.arguments import known_arguments, printable
from desktop_app.tools.calls.base import AnyTool, Decision, Effect, ToolResult
from desktop_app.tools.calls.results import (
    NO_SUBJECT,
    Candidates,
    DraftSaved,
    ListedResult,
    ThreadText,
    ThreadTexts,
)
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.meaning import meaning_of
from desktop_app.tools.runner import Runner

MY_STYLE = "my_style"
_log = logging.getLogger(__name__)
_STYLE_SCHEMA = {"type": "object", "properties": {"recipient": {"type": "string"}}}
FREE_SHARE = 75
"""Percent of what a window has left that one result may take."""

MOST_REPEATS = 2
"""The same call again is told so once; made once more it ends the run."""

_ASKED_AGAIN = frozenset({"get_request", "connection_status"})
"""Tools whose answer changes while nothing is done: only the end of the run stops them."""

_REPEATED = (
    "You made this very call a moment ago: its result stands above. Use it, make another call, or "
    "answer the person."
)
_PICKING = "Several mails fit. The person has been shown the list and picks; end your turn now."
_WAITING = "The person has been asked and has not answered yet: end your turn now."


@dataclass(slots=True)
class ToolBox:
    """Tools of one run. `most_calls` bounds it, whatever the model says."""

    runner: Runner
    ask: Ask
    emit: Emit
    cancelled: Event
    most_calls: int
    redact: bool = True
    own_style: bool = False
    short: bool = False
    """Whether the list of tools is the short one."""

    result_chars: int = 200_000
    """Characters that every result may have; a longer one is shortened and says so."""

    free: int = 0
    """Characters that the model's window has left, of which a result may take the most part."""

    log: ReadingLog = field(default_factory=ReadingLog)
    calls: int = field(default=0)
    waiting: bool = field(default=False)
    """Whether the person has been asked something; then the run changes nothing more."""

    drafted: bool = False
    """Whether a draft was made or changed, or asked for."""

    rounds: int = 0
    """Requests to the model so far: calls of one answer of its are one attempt."""

    _last: tuple[str, str] = ("", "")
    _last_round: int = 0
    _repeats: int = 0

    def tools(self) -> list[Tool[None]]:
        """Tools, called one at a time and in order, so that rows and revisions stay as the model
        saw them."""
        there = self.runner.listed()
        if self.short:
            return [
                self._tool(tool, *short_form(tool)) for tool in there if tool.name in SHORT_TOOLS
            ]
        found = [self._tool(tool, *full_form(tool)) for tool in there]
        return [*found, *self._questions(), *self._style()]

    def _tool(self, tool: AnyTool, description: str, schema: dict[str, Any]) -> Tool[None]:
        return Tool.from_schema(
            self._function(tool.name),
            name=tool.name,
            description=description,
            json_schema=schema,
            sequential=True,
        )

    def _questions(self) -> list[Tool[None]]:
        """Tool that asks the person, where there is somebody to answer."""
        if self.ask.unasked:
            return []
        tool = Tool[None].from_schema(
            self._ask_person,
            name=questions.NAME,
            description=questions.DESCRIPTION,
            json_schema=questions.SCHEMA,
            sequential=True,
        )
        return [tool]

    def _style(self) -> list[Tool[None]]:
        """Tool that says how the person writes, where they allow it."""
        if not self.own_style:
            return []
        tool = Tool[None].from_schema(
            self._my_style,
            name=MY_STYLE,
            description=(
                "How the person writes to a recipient, with an example. Call it before you write."
            ),
            json_schema=_STYLE_SCHEMA,
            sequential=True,
        )
        return [tool]

    def _my_style(self, /, recipient: Any = "", **more: Any) -> Any:
        call_id = self._count()
        self.emit(ToolStarted(call_id, "Looked at how you write"))
        if wrong := wrong_arguments(more, "Its argument is: recipient."):
            self.emit(ToolFinished(call_id, "asked in a wrong form", failed=True))
            return self._out(wrong)
        try:
            found = style_to(self.runner, printable(str(recipient)), self.cancelled)
        except KnownError as error:
            self.emit(ToolFinished(call_id, error.sentence, failed=True))
            return self._out({"error": error.code, "sentence": error.sentence})
        known = found["to_them"] or found["in_general"]
        self.emit(ToolFinished(call_id, "learned from your own mails" if known else "not known"))
        return self._out(found)

    def _function(self, name: str) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            return self.call(name, arguments)

        return call

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """Result of a call, or an error the model can correct, as JSON values. Raises
        `UsageLimitExceeded` when the run has had its calls."""
        call_id = self._count()
        self.emit(ToolStarted(call_id, title_of(name, arguments)))
        if wrong := wrong_arguments(arguments, _known(name)):
            self.emit(ToolFinished(call_id, "asked in a wrong form", failed=True))
            return self._out(wrong)
        if self.waiting and _changes(name, arguments):
            self.emit(ToolFinished(call_id, "waits for your answer"))
            return {"error": "waiting", "sentence": _WAITING}
        if self._again(name, arguments):
            self.emit(ToolFinished(call_id, "asked for the same again"))
            return {"error": "repeated", "sentence": _REPEATED}
        room = max(self.result_chars, self.free * FREE_SHARE // 100)
        self.runner.conversation.room = room
        try:
            _, result = self.runner.call_by_name(name, arguments, cancelled=self.cancelled)
        except KnownError as error:
            if error.retryable:
                self._last = ("", "")
            self.emit(ToolFinished(call_id, error.sentence, failed=True))
            return self._out(
                {
                    "error": error.code,
                    "sentence": error.sentence,
                    "next_step": error.next_step,
                    **({"untrusted_text": error.untrusted} if error.untrusted else {}),
                }
            )
        except Exception:  # noqa: BLE001  # a bug of ours must not look like the model's
            _log.exception("the tool %s failed", name)
            self.emit(ToolFinished(call_id, "failed: this is a bug in Draftdesk", failed=True))
            return {"error": "bug", "sentence": "The tool failed inside Draftdesk. Do not retry."}
        return self._given(self._answer(call_id, result), result.value, arguments, room)

    def _given(
        self, found: dict[str, Any], value: object, arguments: dict[str, Any], room: int
    ) -> dict[str, Any]:
        """A result as the model is given it, in the room there is."""
        start = arguments.get("offset")
        offset = start if isinstance(start, int) else 0
        found = self.log.without_repeats(found)
        found = fitted(found, room, offset=offset, question=self.ask.prompt)
        self.log.note(found, _totals(value))
        self.free -= len(json.dumps(found, ensure_ascii=False))
        return found

    def _again(self, name: str, arguments: dict[str, Any]) -> bool:
        """Whether the call before this one was the same. Raises `SameCall` the second time."""
        call = (name, json.dumps(arguments, sort_keys=True, default=str))
        again, anew = call == self._last, self.rounds != self._last_round
        self._last, self._last_round = call, self.rounds
        if name in _ASKED_AGAIN or not again:
            self._repeats = 0
            return False
        self._repeats += anew or not self._repeats
        if self._repeats >= MOST_REPEATS:
            raise SameCall
        return True

    def _answer(self, call_id: str, result: ToolResult[Any]) -> dict[str, Any]:
        if result.decision is not Decision.ALLOW:
            denied = result.decision is Decision.DENY
            told = asked_words(result)
            self.emit(ToolFinished(call_id, told, failed=denied))
            if not denied:
                self.drafted = True
                self.emit(Asked(told))
            waits = {"request_id": result.request_id, "draft_id": result.draft_id}
            named = {name: value for name, value in waits.items() if value}
            return {"decision": result.decision.value, "reason": result.reason, **named}
        outcome = result.value.outcome if isinstance(result.value, ListedResult) else "done"
        self.emit(ToolFinished(call_id, outcome, references_of(result.value)))
        if isinstance(result.value, Candidates):
            self._offer(result.value)
            return self._out({"picking": _PICKING, **compact(result.value)})
        if isinstance(result.value, DraftSaved):
            self.drafted = True
            self.emit(proposal_of(result.value))
        return self._out(compact(result.value))

    def _offer(self, found: Candidates) -> None:
        """Let the person pick; a pick asks again about that mail."""
        self.waiting = True
        options = tuple(
            Option(
                f"{who(row)}: {row.subject or NO_SUBJECT}",
                "",
                self.ask.prompt,
                message_id=row.message_id,
                date=row.date,
            )
            for row in found.candidates
        )
        self.emit(Choice("Which mail do you mean?", options))

    def _ask_person(self, /, **arguments: Any) -> Any:
        self._count()
        asked = questions.read_questions(arguments)
        if asked is None:
            return {"error": "bad_input", "sentence": questions.CORRECTION}
        self.waiting = True
        self.emit(asked)
        return {"asked": _WAITING}

    def _count(self) -> str:
        if self.calls >= self.most_calls:
            raise UsageLimitExceeded(f"more than {self.most_calls} tool calls")
        self.calls += 1
        return str(self.calls)

    def _out(self, value: dict[str, Any]) -> dict[str, Any]:
        return redacted_all(value) if self.redact else value


def _totals(value: object) -> dict[str, int]:
    """Conversations of a result and how many mails each has."""
    threads = value.threads if isinstance(value, ThreadTexts) else (value,)
    return {each.thread_id: each.total for each in threads if isinstance(each, ThreadText)}


def _known(name: str) -> str:
    tool = BY_NAME.get(name)
    return known_arguments(tool) if tool is not None else ""


def _changes(name: str, arguments: dict[str, Any]) -> bool:
    meaning = meaning_of(name, arguments)
    return meaning is not None and meaning.effect is not Effect.READ
