"""Runner, the one way to a tool: validate, decide, run, record.

app.py stamps a Runner with its author, and no face can claim another. It never waits for a person:
a call that needs one comes back as ASK. The catalogue is imported with the first call by name,
which the window never makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import msgspec

from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Origin, SendPermit
from desktop_app.model.errors import BadInput, KnownError, Refused
from desktop_app.model.progress import Progress
from desktop_app.settings import Settings
from desktop_app.store.audit import AuditEntry
from desktop_app.store.store import Store
from desktop_app.tools.aliases import canonical
from desktop_app.tools.arguments import params_of, printable
from desktop_app.tools.base import AnyTool, Decision, Effect, P, Params, R, Tool, ToolResult
from desktop_app.tools.context import Context, Conversation, Ports
from desktop_app.tools.policy import EDITABLE, Cell, decide, setting_key
from desktop_app.tools.reference import message_number

T = TypeVar("T")
Scope = Callable[[], frozenset[str] | None]
"""The ids of the accounts an author may see; None for all of them."""
_NEVER = Event()
"""Event of calls that cannot be stopped or paused: never set."""
_ASKED = "The person has been asked and will decide in Draftdesk."


@dataclass(frozen=True, slots=True)
class Call:
    """Controls of one call."""

    permit: SendPermit | None
    cancelled: Event
    paused: Event
    progress: Callable[[Progress], None] | None = None


class Runner:
    """Runs tools for one author. Blocking; called from worker threads, never the GUI's."""

    def __init__(
        self,
        author: Author,
        *,
        store: Store,
        settings: Settings,
        ports: Ports,
        clock: Clock,
        profile: Path,
        scope: Scope = lambda: None,
        without: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """`scope` gives the accounts of this author and `without` the groups of tools it has not,
        besides those switched off in the settings. Both are read at each call."""
        self.author = author
        self.conversation = Conversation()
        self._store = store
        self._settings = settings
        self._ports = ports
        self._clock = clock
        self._profile = profile
        self._scope, self._without = scope, without
        self._scoped: tuple[frozenset[str], Store] | None = None

    def groups_off(self) -> frozenset[str]:
        """The groups of tools that are switched off for this author; never for the person."""
        if self.author.origin is Origin.USER:
            return frozenset()
        off = self._settings.items(f"tools.{self.author.origin}_off")
        if not off:
            return self._without()
        return self._without() | {name.strip().lower() for name in off}

    def visible_accounts(self) -> tuple[str, ...]:
        """The ids of the accounts whose mail this author may read."""
        allowed = self._scope()
        return tuple(
            account.id
            for account in self._store.accounts.list()
            if allowed is None or account.id in allowed
        )

    def start_conversation(self) -> None:
        """Forget the rows shown and the sources read so far."""
        self.conversation = Conversation()

    def call(
        self,
        tool: Tool[P, R],
        params: P,
        *,
        permit: SendPermit | None = None,
        cancelled: Event | None = None,
        paused: Event | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> ToolResult[R]:
        """Run one tool. Raises `KnownError`; a decision against the call is a value, no error.

        An assistant's call is refused before it does anything when the audit trail cannot be
        written; the person's own is not.
        """
        if permit is not None and self.author.origin is not Origin.USER:
            raise Refused("Only the person can permit sending.")
        if self.author.origin is not Origin.USER:
            self._store.audit.ready()  # what could not be written down is not done
        call = Call(permit, cancelled or _NEVER, paused or _NEVER, progress)
        try:
            result = self._decided(tool, params, call)
        except KnownError as error:
            self._write_down(tool, params, Decision.ALLOW, error.code)
            raise
        except Exception:
            self._write_down(tool, params, Decision.ALLOW, "bug")
            raise
        outcome = {Decision.ALLOW: "done", Decision.ASK: "asked", Decision.DENY: "refused"}
        undo = str(getattr(result.value, "undo", ""))
        self._write_down(tool, params, result.decision, outcome[result.decision], undo)
        return result

    def call_by_name(
        self, name: str, arguments: Mapping[str, Any], *, cancelled: Event | None = None
    ) -> tuple[AnyTool, ToolResult[Any]]:
        """Run a tool by its name or an alias with JSON arguments. Raises `KnownError`: for an
        unknown name, unknown or wrong arguments (`BadInput`, in words a model can act on)."""
        from desktop_app.tools.catalogue import BY_NAME

        asked = canonical(name, arguments)
        tool = BY_NAME.get(asked.name)
        if tool is None or self.author.origin not in tool.origins:
            raise BadInput(f"There is no tool named {printable(name)}.")
        result = self.call(tool, params_of(tool, asked.arguments), cancelled=cancelled)
        if asked.then_send and result.value is not None:
            return self._then_send(result.value)
        return tool, result

    def _then_send(self, saved: Any) -> tuple[AnyTool, ToolResult[Any]]:
        """Second half of an alias that sends: ask for the draft just made."""
        from desktop_app.tools.verbs import send_draft

        given = {"draft_id": saved.draft_id, "revision": saved.revision}
        return send_draft.TOOL, self.call(send_draft.TOOL, params_of(send_draft.TOOL, given))

    def _decided(self, tool: Tool[P, R], params: P, call: Call) -> ToolResult[R]:
        origin = self.author.origin
        if origin not in tool.origins:
            return ToolResult(Decision.DENY, reason=f"{tool.title} is for the person alone.")
        if tool.group in self.groups_off():
            reason = f"The tools for {tool.group} are switched off in Draftdesk's settings."
            return ToolResult(Decision.DENY, reason=reason)
        decision = decide(origin, tool.effect, self._changed_policy((origin, tool.effect)))
        if decision is Decision.DENY:
            return ToolResult(decision, reason=f"Draftdesk's settings do not let {origin} do this.")
        context = self._context(call)
        if decision is Decision.ALLOW:
            return ToolResult(decision, value=tool.run(context, params))
        return ToolResult(decision, reason=self._ask(tool, context, params))

    def _ask(self, tool: Tool[P, R], context: Context, params: P) -> str:
        if tool.ask is not None:
            return tool.ask(context, params)
        _refuse_unseen(context, params)
        self._store.requests.add(
            origin=self.author.origin,
            client=self.author.name,
            tool=tool.name,
            arguments=msgspec.json.encode(params).decode(),
            summary=f"{tool.title}: {summary(params)}",
            now=self._clock(),
        )
        return _ASKED

    def _context(self, call: Call) -> Context:
        given: dict[str, Any] = {} if call.progress is None else {"progress": call.progress}
        return Context(
            store=self._visible_store(),
            settings=self._settings,
            ports=self._ports,
            clock=self._clock,
            profile=self._profile,
            author=self.author,
            conversation=self.conversation,
            permit=call.permit,
            cancelled=call.cancelled,
            paused=call.paused,
            perform=self._perform if self.author.origin is Origin.USER else None,
            **given,
        )

    def _visible_store(self) -> Store:
        allowed = self._scope()
        if allowed is None:
            return self._store
        known = self._scoped
        if known is None or known[0] != allowed:
            from desktop_app.store.scoped_store import scoped

            self._scoped = known = (allowed, scoped(self._store, allowed))
        return known[1]

    def _perform(self, name: str, arguments: str) -> object:
        """Run a request that the person has just allowed, as the person.

        A request to send is refused: sending takes a press on the Send button of that draft.
        """
        from desktop_app.tools.catalogue import BY_NAME

        tool = BY_NAME[name]
        if tool.effect is Effect.SEND:
            raise Refused("Sending takes a press on Send.", next_step="Open the draft.")
        return self.call(tool, params_of(tool, msgspec.json.decode(arguments))).value

    def _changed_policy(self, cell: Cell) -> dict[Cell, Decision]:
        """Decision that the person set for this cell, if it is editable."""
        if cell not in EDITABLE:
            return {}
        return {cell: Decision(self._settings.text(setting_key(*cell)))}

    def _write_down(
        self, tool: AnyTool, params: Params, decision: Decision, outcome: str, undo: str = ""
    ) -> None:
        if self.author.origin is Origin.USER and tool.effect in {Effect.READ, Effect.DRAFT}:
            return  # what a person reads and types is nobody's trail
        entry = AuditEntry(
            at=self._clock(),
            origin=self.author.origin,
            client=self.author.name,
            tool=tool.name,
            effect=tool.effect,
            decision=decision,
            outcome=outcome,
            summary=summary(params),
            undo=undo,
        )
        if self.author.origin is Origin.USER:
            self._store.audit.note(entry)
        else:  # a model reads far more often than it changes
            self._store.audit.add(entry, flushed=tool.effect is not Effect.READ)


def _refuse_unseen(context: Context, params: Params) -> None:
    """Raises `NotFound` when a request names mail or an account its author may not see."""
    for message_id in getattr(params, "ids", ()):
        context.store.messages.get(message_number(message_id))
    if account := getattr(params, "account", ""):
        from desktop_app.tools.new_drafts import account_or_default

        account_or_default(context, account)


def summary(params: Params) -> str:
    """Arguments for the audit trail: ids, counts and choices, no written text."""
    shown: list[str] = []
    for name in params.__struct_fields__:
        value = getattr(params, name)
        if not value or name in _WRITTEN:
            continue
        text = f"{len(value)} {name}" if isinstance(value, tuple) else f"{name} {value}"
        shown.append(text[:80])
    return ", ".join(shown)


_WRITTEN = frozenset(
    {
        *("body", "subject", "text", "content", "attachments", "request_key"),
        *("to", "cc", "bcc", "words", "key", "password"),
    }
)
