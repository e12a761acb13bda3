"""Tells the person when somebody else's draft asks to be sent, or a program asks for something: in
the window, and by marking the window's place in the task bar where another program is in front."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.model.address import addressed
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Draft
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists
from desktop_app.tools.person.draft_lists import Asking
from desktop_app.ui.bench.author_names import at_start, author_name
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.safe_text import clean


class SendRequestWatch(QObject):
    """Watch that tells of new requests only. Several at once are told as one."""

    def __init__(self, bench: Workbench, window: QWidget) -> None:
        super().__init__(window)
        self._bench, self._window = bench, window
        self._known: frozenset[tuple[str, int]] | None = None
        self._known_requests: frozenset[int] = frozenset()
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.drafts:
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            draft_lists.LIST_ASKING,
            NoParams(),
            done=self._show,
            failed=lambda _: None,
            key="drafts that ask",
            owner=self,
        )

    def _show(self, found: Asking) -> None:
        asking = {(d.id, d.revision): d for d in found.drafts}
        asked = dict(found.requests)
        known, self._known = self._known, frozenset(asking)
        known_requests, self._known_requests = self._known_requests, frozenset(asked)
        if known is None:
            return
        fresh = [draft for key, draft in asking.items() if key not in known]
        if fresh:
            self._tell(fresh)
        askers = [name for key, name in asked.items() if key not in known_requests]
        if askers:
            self._tell_of_requests(askers)

    def _tell_of_requests(self, askers: list[str]) -> None:
        show = Undo(lambda: self._bench.navigation.show_drafts("review"), "Show")
        who = clean(askers[0]) or "A connected program"
        same = len(set(askers)) == 1
        told = f"{who if same else 'Programs'} asked you for {_things(len(askers))}."
        self._bench.navigation.toast(told, show)
        QApplication.alert(self._window)

    def _tell(self, drafts: list[Draft]) -> None:
        navigation = self._bench.navigation
        if len(drafts) == 1:
            draft = drafts[0]
            review = Undo(lambda: navigation.open_draft(draft.id), "Review")
        else:
            review = Undo(lambda: navigation.show_drafts("review"), "Review")
        navigation.toast(words(drafts), review)
        QApplication.alert(self._window)


def _things(count: int) -> str:
    return "something" if count == 1 else f"{count} things"


def words(drafts: list[Draft]) -> str:
    """`Claude Code over MCP asks to send “Re: Lease”. To dana@lee.example, Bcc sam@x.example.`"""
    if len(drafts) > 1:
        return f"{len(drafts)} drafts ask to be sent."
    draft, content = drafts[0], drafts[0].content
    who = at_start(author_name(draft.asked_by or draft.author))
    everyone = clean(addressed(content.to, content.cc, content.bcc, named=()))
    subject = clean(content.subject) or "(no subject)"
    return f"{who} asks to send “{subject}”. {everyone}."
