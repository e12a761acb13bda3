"""Runner, the one way to a tool: validate, decide, run, record.

app.py stamps a Runner with its author, and no face can claim another. It never waits for a person:
a call that needs one comes back as ASK. The catalogue is imported with the first call by name,
which the window never makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.model.clock import Clock
from desktop_app.model.draft import Origin, SendPermit
from desktop_app.model.errors import BadInput, KnownError, Refused, StorageError
from desktop_app.model.progress import Progress
from desktop_app.model.request import Asker, Request
from desktop_app.settings import Settings
from desktop_app.store.programs.audit import AuditEntry
from desktop_app.store.store import Store
from desktop_app.tools import asking
from desktop_app.tools.answers.shown import note_shown
from desktop_app.tools.calls.arguments import given, params_of, printable
from desktop_app.tools.calls.base import (
    AnyTool,
    Decision,
    Effect,
    Group,
    P,
    Params,
    R,
    Tool,
    ToolResult,
)
from desktop_app.tools.calls.caller import Caller, Sight
from desktop_app.tools.calls.context import Context, Conversation, Ports
from desktop_app.tools.names.reference import in_store_ids
from desktop_app.tools.policy import EDITABLE, Cell, decide, granted, setting_key

if TYPE_CHECKING:
    from desktop_app.store.programs.exchange import Exchange

T = TypeVar("T")
Askers = Callable[[Asker], "Runner"]
"""Maker of a runner with the stamp of whoever asked for something."""
PATIENCE = 20.0
"""Seconds that a program's call may wait for a service's limits: hosts end one after a minute."""

_NEVER = Event()
"""Event of calls that cannot be stopped or paused: never set."""


@dataclass(frozen=True, slots=True)
class ToolServices:
    """What every call of a profile's tools works with."""

    store: Store
    settings: Settings
    ports: Ports
    clock: Clock
    profile: Path


@dataclass(frozen=True, slots=True)
class Call:
    """Controls of one call."""

    permit: SendPermit | None
    cancelled: Event
    paused: Event
    progress: Callable[[Progress], None] | None = None


_PLAIN = Call(None, _NEVER, _NEVER)
_OUTSIDE_MAIL = frozenset({Group.DRIVE, Group.CALENDAR})
"""Groups of tools whose services know no grant."""

_OF_WHOLE_LABELS = frozenset({"create_label", "rename_label", "delete_label"})
"""Tools that change a label on all of its mail, or would tell whether there is one."""


class Runner:
    """Runs tools for one author. Blocking; called from worker threads, never the GUI's."""

    def __init__(
        self, services: ToolServices, caller: Caller, askers: Askers | None = None
    ) -> None:
        """`askers` is for the person's runner alone."""
        self.author = caller.author
        self._caller, self._services = caller, services
        self._askers = askers if caller.author.origin is Origin.USER else None
        self.conversation = Conversation()
        self._store, self._settings = services.store, services.settings
        self.family = caller.family
        self.here_only = False
        """Whether searches ask no server."""
        self._sight, self._looked = Sight(services.store, caller), 0

    @property
    def now(self) -> float:
        """The time, in seconds since the epoch, by the clock that tools go by."""
        return self._services.clock()

    def groups_off(self) -> frozenset[str]:
        """The groups of tools that are switched off for this author; never for the person."""
        if self.author.origin is Origin.USER:
            return frozenset()
        off = self._settings.items(f"tools.{self.author.origin}_off")
        if not off:
            return self._caller.groups_off()
        return self._caller.groups_off() | {name.strip().lower() for name in off}

    def listed(self) -> tuple[AnyTool, ...]:
        """The tools that this author is told of: those it may call, or ask for, and that could be
        carried out."""
        from desktop_app.tools.catalogue import listed

        there, impossible = listed(self.author.origin, self.groups_off()), self.impossible()
        return tuple(t for t in there if t.name not in impossible and not self._refusal(t))

    def impossible(self) -> frozenset[str]:
        """The names of tools that could be carried out in no account that this author sees."""
        from desktop_app.tools.catalogue import listed

        context = self._context(_PLAIN)
        there = listed(self.author.origin, self.groups_off())
        return frozenset(t.name for t in there if t.possible and not t.possible(context))

    def visible_accounts(self) -> tuple[str, ...]:
        """The ids of the accounts whose mail this author may read."""
        allowed = self._sight.accounts()
        return tuple(
            account.id
            for account in self._store.accounts.list()
            if allowed is None or account.id in allowed
        )

    def held(self) -> str:
        """Why this author may do nothing at the moment; empty where it may."""
        return self._caller.held()

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
            self._write_down(tool, params, Decision.ALLOW, error.code, gave=error.sentence)
            raise
        except Exception:
            self._write_down(tool, params, Decision.ALLOW, "bug")
            raise
        outcome = {Decision.ALLOW: "done", Decision.ASK: "asked", Decision.DENY: "refused"}
        undo = str(getattr(result.value, "undo", ""))
        gave = result.reason if result.value is None else result.value
        self._write_down(tool, params, result.decision, outcome[result.decision], undo, gave)
        return result

    def call_by_name(
        self, name: str, arguments: Mapping[str, Any], *, cancelled: Event | None = None
    ) -> tuple[AnyTool, ToolResult[Any]]:
        """Run a tool by its name, or by a name of another family, with JSON arguments. Raises
        `KnownError`: for an unknown name, unknown or wrong arguments (`BadInput`, in words a model
        can act on)."""
        from desktop_app.tools.known_names import canonical

        name = canonical(name)
        call = partial(self._by_arguments, cancelled=cancelled or _NEVER)
        arguments = given(arguments)
        if self.author.origin is not Origin.MCP:
            return self._named(name, arguments, call)
        from desktop_app.model.patience import no_longer_than

        with no_longer_than(PATIENCE):
            return self._named(name, arguments, call)

    def _named(
        self, name: str, arguments: Mapping[str, Any], call: Callable[..., ToolResult[Any]]
    ) -> tuple[AnyTool, ToolResult[Any]]:
        from desktop_app.tools.adapters.adapter import Desk
        from desktop_app.tools.adapters.table import adapter_for
        from desktop_app.tools.catalogue import BY_NAME
        from desktop_app.tools.known_names import way_to

        adapter = adapter_for(name, arguments, self.family())
        if adapter is not None:
            return adapter.tool, adapter.call(Desk(call, self._context(_PLAIN)), arguments)
        tool = BY_NAME.get(name)
        origin = self.author.origin
        unlisted = tool is not None and tool.group is Group.WINDOW and origin is not Origin.USER
        if tool is None or unlisted or origin not in tool.origins:
            raise BadInput(
                f"There is no tool named {printable(name)}.", next_step=way_to(printable(name))
            )
        return tool, call(tool, arguments)

    def _by_arguments(
        self, tool: AnyTool, arguments: Mapping[str, Any], cancelled: Event
    ) -> ToolResult[Any]:
        """Run a tool with JSON arguments, whichever ids they have."""
        params = params_of(tool, arguments)
        if not self._refusal(tool):
            params = in_store_ids(self._context(_PLAIN, tool), params)
        result = self.call(tool, params, cancelled=cancelled)
        note_shown(self.conversation, result.value)
        return result

    def _decided(self, tool: Tool[P, R], params: P, call: Call) -> ToolResult[R]:
        refusal = self._refusal(tool) or self._limited(tool, params)
        if refusal:
            return ToolResult(Decision.DENY, reason=refusal)
        context = self._context(call, tool)
        if self.decision(tool) is Decision.ALLOW:
            return ToolResult(Decision.ALLOW, value=tool.run(context, params))
        return asking.ask(tool, context, params)

    def decision(self, tool: AnyTool) -> Decision:
        """What the policy says of the tool for this author, and what it was granted: a grant
        lets it do what the settings could, and asks before or forbids anything."""
        origin = self.author.origin
        said = decide(origin, tool.effect, self._changed_policy((origin, tool.effect)))
        return granted(said, self._sight.wish(tool.name), (origin, tool.effect))

    def _limited(self, tool: AnyTool, params: Params) -> str:
        """Why this call is beyond the author's limit."""
        return limit.refuses(tool, params) if (limit := self._caller.limit) is not None else ""

    def _refusal(self, tool: AnyTool) -> str:
        """Why this author may not call the tool at all; empty when it may, or may ask."""
        origin = self.author.origin
        limit = self._caller.limit
        if held := self.held():
            return held
        if limit is not None and tool.name not in limit.tools:
            return limit.why
        if origin not in tool.origins:
            return f"{tool.title} is for the person alone."
        if tool.group in self.groups_off():
            return f"The tools for {tool.group} are switched off in Draftdesk's settings."
        if self._sight.wish(tool.name) is Decision.DENY:
            return f"The person has not granted this program: {tool.title}."
        if self.decision(tool) is Decision.DENY:
            return f"Draftdesk's settings do not let {origin} do this."
        if self._sight.store().narrowed and (
            tool.group in _OUTSIDE_MAIL or tool.name in _OF_WHOLE_LABELS
        ):
            return f"This program sees a part of the mail, and can't do this: {tool.title}."
        return ""

    def carry_out(
        self, request: Request, tool: AnyTool, params: Params, done: Callable[[object], object]
    ) -> object:
        """Run what this author asked for and the person has just allowed: with its stamp, its
        accounts, what it had read, and every check of an allowed call. `done` is called with the
        result in the commit of what has changed. Raises `KnownError`: nothing has changed."""
        if refusal := self._refusal(tool):
            raise Refused(refusal)
        self._store.audit.ready()
        self.conversation = Conversation(sources=request.call.sources, of_a_request=True)
        outward = tool.effect is Effect.OUTWARD
        try:
            with nullcontext() if outward else self._store.one_commit():
                result = tool.run(self._context(_PLAIN), params)
                done(result)
        except KnownError as error:
            self._write_down(tool, params, Decision.ASK, error.code, gave=error.sentence)
            raise
        undo = str(getattr(result, "undo", ""))
        self._write_down(tool, params, Decision.ASK, "done", undo, result)
        return result

    def _context(self, call: Call, tool: AnyTool | None = None) -> Context:
        given: dict[str, Any] = {} if call.progress is None else {"progress": call.progress}
        limit = self._caller.limit
        narrowed = limit.narrowed if limit is not None else None
        store, ports = self._sight.store(), self._services.ports
        if store.narrowed:
            from desktop_app.tools.calls.ports_of_a_part import of_a_part

            ports = of_a_part(ports)
        if self._looked != self._sight.narrower:  # what was read may not be seen any more
            self._looked, self.conversation = self._sight.narrower, Conversation()
        return Context(
            store=narrowed(tool, store) if narrowed is not None and tool is not None else store,
            searches_servers=narrowed is None and not self.here_only and not store.narrowed,
            settings=self._settings,
            ports=ports,
            clock=self._services.clock,
            profile=self._services.profile,
            author=self.author,
            conversation=self.conversation,
            permit=call.permit,
            cancelled=call.cancelled,
            paused=call.paused,
            caller=self.author.program,
            tool_named=_tool_named,
            carry_out=self._carry_out_for_asker if self._askers is not None else None,
            **given,
        )

    def _carry_out_for_asker(
        self,
        request: Request,
        tool: AnyTool,
        params: Params,
        done: Callable[[object], object],
    ) -> object:
        if self._askers is None:
            raise Refused("Only the person can allow this.")
        return self._askers(request.call.asker).carry_out(request, tool, params, done)

    def _changed_policy(self, cell: Cell) -> dict[Cell, Decision]:
        """Decision that the person set for this cell, if it is editable."""
        if cell not in EDITABLE:
            return {}
        return {cell: Decision(self._settings.text(setting_key(*cell)))}

    def _write_down(
        self,
        tool: AnyTool,
        params: Params,
        decision: Decision,
        outcome: str,
        undo: str = "",
        gave: object = None,
    ) -> None:
        if self.author.origin is Origin.USER and tool.effect in {Effect.READ, Effect.DRAFT}:
            return  # what a person reads and types is nobody's trail
        from desktop_app.tools.calls.summary import summary

        entry = AuditEntry(
            at=self._services.clock(),
            origin=self.author.origin,
            client=self.author.name,
            tool=tool.name,
            effect=tool.effect,
            decision=decision,
            outcome=outcome,
            summary=summary(params),
            undo=undo,
        )
        happened = self.author.origin is Origin.USER or tool.effect is not Effect.READ
        try:
            exchange = self._exchange(params, gave)
        except StorageError:
            if not happened:
                raise
            exchange = None
        if happened:  # whatever becomes of its record
            self._store.audit.note(entry, exchange)
        else:  # a model reads far more often than it changes; unrecorded, it is not answered
            self._store.audit.add(entry, exchange, flushed=False)

    def _exchange(self, params: Params, gave: object) -> Exchange | None:
        """What the call was given and gave. None for a person's: what they give can be secret."""
        if self.author.origin is Origin.USER:
            return None
        from desktop_app.tools.calls.exchange_of import exchange_of

        return exchange_of(
            params,
            gave,
            mail_of=self._sight.store().told_ids.message_of,
            keeps_words=self._settings.flag("record.keeps_words"),
        )


def _tool_named(name: str) -> AnyTool | None:
    from desktop_app.tools.catalogue import BY_NAME

    return BY_NAME.get(name)
