"""Corrections of what a conversation wants, each on the undo stack, and the reminder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from desktop_app.model.triage import Kind
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import triage
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.late_opening import draft_opening
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench

Said = Literal["needs-reply", "news", "nothing"]
_SAID: Mapping[str, tuple[Said, str]] = MappingProxyType(
    {
        "needs_no_reply": ("nothing", "need no reply"),
        "needs_a_reply": ("needs-reply", "need a reply"),
        "this_is_news": ("news", "and what their senders write are news"),
    }
)
_ONE: Mapping[str, str] = MappingProxyType(
    {
        "needs_no_reply": "needs no reply",
        "needs_a_reply": "needs a reply",
        "this_is_news": "and what its sender writes are news",
    }
)


class _Correction(QUndoCommand):
    """One correction that has been kept already; the first redo of Qt's protocol is skipped."""

    def __init__(
        self, owner: TriageActions, params: triage.CorrectTriage, undo: str, said: str
    ) -> None:
        super().__init__(said)
        self._owner, self._params, self.undo_key = owner, params, undo
        self._fresh = True
        self.holds = True
        """Whether it was not taken back."""

    def redo(self) -> None:
        if self._fresh:
            self._fresh = False
            return
        self.holds = True
        self._owner.again(self._params, self)

    def undo(self) -> None:
        if not self.holds:
            return  # it was taken back by its own button
        self.holds = False
        self._owner.take_back(self.undo_key, self.text())


class TriageActions(QObject):
    """Answers to *Needs no reply*, *Needs a reply*, *This is news* and *Draft a reminder*."""

    def __init__(self, bench: Workbench, stack: QUndoStack, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._stack = bench, stack
        for name in _SAID:
            bench.actions.on(name, partial(self.correct, name))
        bench.actions.on("nudge", self._nudge)
        bench.selection.changed.connect(self._follow)

    def _follow(self) -> None:
        """A reminder is for a conversation that is open and waits."""
        opened = self._bench.selection.opened
        verdict = opened.verdict if opened is not None else None
        waits = verdict is not None and verdict.kind is Kind.WAITING
        self._bench.actions.have(Need.WAITING, waits and not self._bench.selection.reviewing)

    def correct(self, name: str) -> None:
        """Keep what the person says of the conversations that are selected or open."""
        targets = self._bench.selection.targets
        if not targets:
            return
        params = triage.CorrectTriage(thread_ids=targets, kind=_SAID[name][0])
        words = _ONE[name] if len(targets) == 1 else _SAID[name][1]
        count = "This conversation" if len(targets) == 1 else f"{len(targets)} conversations"

        def done(kept: triage.Corrected) -> None:
            command = _Correction(self, params, kept.undo, f"{count} {words}")
            self._stack.push(command)
            self._bench.navigation.toast(f"{command.text()}.", Undo(lambda: self._undo(command)))

        self._bench.calls.ask(triage.CORRECT_TRIAGE, params, done=done, owner=self)

    def again(self, params: triage.CorrectTriage, command: _Correction) -> None:
        def done(kept: triage.Corrected) -> None:
            command.undo_key = kept.undo

        self._bench.calls.ask(triage.CORRECT_TRIAGE, params, done=done, owner=self)

    def _undo(self, command: _Correction) -> None:
        """Take back this correction, and nothing that was done after it."""
        index = self._stack.index()
        if index and self._stack.command(index - 1) is command:
            self._stack.undo()
        else:
            command.undo()
            command.setObsolete(True)

    def take_back(self, undo: str, said: str) -> None:
        self._bench.calls.ask(
            triage.TAKE_BACK_TRIAGE,
            triage.TakeBackTriage(undo=undo),
            done=lambda _: self._bench.navigation.toast(f"Undone: {said}."),
            owner=self,
        )

    def _nudge(self) -> None:
        """The draft opens in the review; nothing is sent."""
        opened = self._bench.selection.opened
        if opened is None:
            return
        come = draft_opening(self._bench)

        def done(saved: DraftSaved) -> None:
            come(saved.draft_id)

        params = triage.DraftNudge(thread_id=opened.thread.id)
        self._bench.calls.ask(triage.DRAFT_NUDGE, params, done=done, owner=self)
