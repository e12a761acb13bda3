"""Invariants: what must hold after each step, whatever was pressed.

Each is a function of the world that returns what is wrong, in sentences. `INVARIANTS` has them by
name; `--without` leaves some out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from desktop_app.model.errors import NotFound
from tests.random_person import geometry, review_seam, written
from tests.random_person.observer import Press, ToolCall, named
from tests.random_person.world import World

ORGANISING = {
    *("modify_messages", "delete_messages"),
    *("organise_conversations", "delete_conversations"),
}
TAKING_MAIL = {"send_draft", "draft_reply", "draft_forward", "create_draft", "delete_draft"}
TOKEN = re.compile(r"zq\d+")
"""A word that no mail and no label of the window has: what the person typed is known by it."""


def _went_unwritten(call: ToolCall) -> bool:
    """Whether a draft that nobody had written into went as it was left. Only that deletion names
    the revision that it is about."""
    return call.name == "delete_draft" and bool(call.params.base_revision)


class Checker:
    """What was checked already, and what is known of the words that were typed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._calls = 0
        self.approvals = 0
        self.typed: set[str] = set()
        self._kept: tuple[QLineEdit, str] | None = None

    # --- around a press ------------------------------------------------------------------------

    def before(self) -> None:
        """Just before a press."""
        self._draft = review_seam.shown_draft(self.world.front)
        self._words = self._tokens_in_front()

    def after(self) -> None:
        """Just after: what is not there any more was deleted by it."""
        if self.world.window is None:
            return
        now = self._tokens_in_front()
        focused = QApplication.focusWidget()
        same = review_seam.shown_draft(self.world.front) == self._draft
        if same:
            self.typed -= self._words - now
        self.typed |= now
        line = review_seam.own_line(focused)
        if line is not None and same and self._draft:
            self.world.witness.lines[self._draft].add(line)
        entry = focused if isinstance(focused, QLineEdit) else None
        self._kept = (entry, entry.text()) if entry is not None else None

    def _tokens_in_front(self) -> set[str]:
        if self.world.window is None:  # the program has ended
            return set()
        return set(TOKEN.findall(review_seam.words_of(self.world.front)))

    def _tokens_on_screen(self) -> set[str]:
        """In the reviews of all windows."""
        if self.world.window is None:
            return set()
        shown = [review_seam.words_of(window) for window in self.world.windows]
        return set(TOKEN.findall("\n".join(shown)))

    def new_calls(self) -> list[ToolCall]:
        calls = self.world.observer.calls
        fresh, self._calls = calls[self._calls :], len(calls)
        return fresh

    # --- (1) letters in an entry, (2) what an action is about ----------------------------------

    def letters(self, calls: list[ToolCall]) -> list[str]:
        return [
            f"{call.cause} was typed into an entry and called {call.name}"
            for call in calls
            if call.cause is not None
            and call.cause.letter
            and call.cause.entry
            and call.name in ORGANISING | TAKING_MAIL
            and not _went_unwritten(call)
        ]

    def targets(self, calls: list[ToolCall]) -> list[str]:
        found: list[str] = []
        for call in calls:
            press = call.cause
            if call.name not in ORGANISING or press is None or press.redoes:
                continue
            changed = tuple(sorted(call.threads))
            allowed = {press.selected} if press.listed and press.selected else set()
            if not press.selected and press.pane and not press.reviewing:
                allowed.add((press.pane,))
            if press.asked:
                allowed.add(tuple(sorted(press.asked)))
            if press.under:
                allowed.add((press.under,))
            if not press.listed:
                allowed.add(tuple(sorted(press.targets)))
            if changed not in allowed and changed:
                found.append(
                    f"{press} changed {changed}; selected {press.selected}, ring {press.ring},"
                    f" pane {press.pane}, under the pointer {press.under}"
                )
            elif press.under == 0 and press.listed and not _one_thing(press):
                found.append(
                    f"{press} changed {changed} while ring {press.ring}, selection"
                    f" {press.selected} and pane {press.pane} differed"
                )
        return found

    def unharmed(self, calls: list[ToolCall]) -> list[str]:
        """While a draft has the pane, only its own actions act."""
        return [
            f"{call.cause} called {call.name} while a draft was in front"
            for call in calls
            if call.name in ORGANISING
            and call.cause is not None
            and (call.cause.reviewing or call.cause.draft)
            and not call.cause.asked
            and not call.cause.redoes
        ]

    # --- (3) approvals -------------------------------------------------------------------------

    def approved(self, calls: list[ToolCall]) -> list[str]:
        found: list[str] = []
        for call in calls:
            if call.name != "send_draft" or call.permit is None:
                continue
            self.approvals += 1
            draft_id = call.params.draft_id
            draft = self.world.house.store.drafts.get(draft_id)
            presses = [
                p
                for p in self.world.observer.presses
                if p.sends and not p.spent and p.draft == draft_id
            ]
            if not presses:
                found.append(f"draft {draft_id} was approved without a press of its own")
                continue
            own = next((p for p in presses if not p.by_itself), None)
            (own or presses[0]).spent = True
            if own is None:
                found.append(
                    f"{presses[0]} approved draft {draft_id}, which had just opened by itself and"
                    " in which the person had done nothing"
                )
            content = draft.content
            addresses = tuple(a.email for a in content.recipients)
            unseen = self.world.witness.unseen(draft_id, content, addresses)
            if unseen:
                found.append(f"draft {draft_id} was approved and these were never seen: {unseen}")
        return found

    # --- (4) what was typed --------------------------------------------------------------------

    def words_kept(self) -> list[str]:
        """A word that was typed into a draft is in the review, or stored."""
        world = self.world
        found: list[str] = []
        if self._kept is not None and world.window is not None:
            entry, text = self._kept
            if shiboken6.isValid(entry) and entry is QApplication.focusWidget():
                lost = set(TOKEN.findall(text)) - set(TOKEN.findall(entry.text()))
                if lost and not review_seam.in_review(world.front, entry):
                    found.append(f"{named(entry)} lost {lost} while the person was in it")
        shown = self._tokens_on_screen()
        missing = self.typed - shown
        rests = world.window is None or (world.quiet and not world.saves_again)
        if missing and rests and not world.runner.fails:
            missing -= self._stored()
            if missing:
                found.append(f"{sorted(missing)} was typed and is nowhere any more")
        self.typed -= missing if found else set()
        return found

    def unsaved_at_the_end(self) -> None:
        """The program has ended while nothing could be saved: what was in front only is gone."""
        self.typed &= self._stored()

    def deleted(self, calls: list[ToolCall]) -> None:
        """Words of a draft the person has thrown away may go."""
        thrown = [c for c in calls if c.name in {"delete_draft", "ignore_draft"} and c.cause]
        for call in thrown:
            if re.search(r"Delete|Ignore|Discard|#", call.cause.what if call.cause else ""):
                stored = self._stored()
                self.typed &= stored | self._tokens_in_front()

    def _stored(self) -> set[str]:
        """All words of all drafts, versions and mails that are stored."""
        store = self.world.house.store
        rows = store.db.rows("SELECT id FROM draft")
        found: set[str] = set()
        for (draft_id,) in rows:
            for version in store.drafts.versions(draft_id):
                found |= set(TOKEN.findall(repr(version.content)))
            found |= set(TOKEN.findall(repr(store.drafts.get(draft_id).content)))
        return found

    def hands(self, calls: list[ToolCall]) -> list[str]:
        """What a program would change stands in no draft before the person has taken it."""
        offers, store = self.world.offers, self.world.house.store
        found = offers.follow(calls)
        for params in (call.params for call in calls if call.name == "take_change"):
            found += self._dropped(params)
        drafts = [store.drafts.get(id_) for (id_,) in store.db.rows("SELECT id FROM draft")]
        texts = [repr(draft.content) for draft in drafts]
        if self.world.window is not None:
            texts += [review_seam.words_of(window) for window in self.world.windows]
        early = offers.not_taken(texts)
        return found + ([f"{sorted(early)} stands in a draft, and was not taken"] if early else [])

    def _dropped(self, params: Any) -> list[str]:
        """What was typed stays when a change is taken."""
        drafts = self.world.house.store.drafts
        draft_id = drafts.changes.get(params.change_id).draft_id
        versions = {v.revision: v.content.body for v in drafts.versions(draft_id)}
        before = versions.get(params.base_revision, "")
        lost = self.world.offers.dropped(draft_id, before, params.content.body)
        return [f"{sorted(lost)} was typed, and went when a change was taken"] if lost else []

    def said(self) -> list[str]:
        """Done is what was done: what the window says of mail is what happened to it."""
        found = self.world.ledger.untrue()
        if self.world.window is not None and self.world.quiet:
            found += self.world.ledger.silent()
        return found

    # --- (5) the focus -------------------------------------------------------------------------

    def focus(self) -> list[str]:
        found = [
            f"the focus went from {m.was} to {m.now} by {m.why}"
            for m in self.world.observer.strays()
        ]
        widget = QApplication.focusWidget()
        if widget is None or self.world.window is None:
            return found
        usable = widget.isVisible() and widget.isEnabled()
        if not usable:  # a window that has just come is laid out in a moment
            for _ in range(3):
                self.world.turn()
            widget = QApplication.focusWidget()
            if widget is None:
                return found
            usable = widget.isVisible() and widget.isEnabled()
        if not usable and self.world.quiet and not _of_a_popup(widget):
            found.append(f"{named(widget)} has the focus and can't be used: {_state(widget)}")
        elif usable and not _accessible_name(widget) and not _of_a_popup(widget):
            inside = type(widget.parentWidget()).__name__
            found.append(f"{named(widget)} in {inside} has the focus and no accessible name")
        return found

    # --- (6) panes and lists -------------------------------------------------------------------

    def panes(self) -> list[str]:
        world = self.world
        if world.window is None or not world.quiet:
            return []
        found: list[str] = []
        selection = world.window.bench.selection
        if world.list_in_front:
            there = world.listed()
            gone = [row.thread_id for row in selection.rows if row.thread_id not in there]
            if gone:
                found.append(f"{gone} are selected and not in the list")
            shown = selection.conversation
            if shown and shown not in there and shown not in world.from_elsewhere:
                found.append(f"conversation {shown} is shown and its row is gone")
        shown_in = [review_seam.shown_draft(window) for window in world.windows]
        shown_drafts = [draft for draft in shown_in if draft]
        if len(set(shown_drafts)) < len(shown_drafts):
            found.append(f"a draft is open in two places: {shown_drafts}")
        for draft in shown_drafts:
            try:
                world.house.store.drafts.get(draft)
            except NotFound:
                found.append(f"draft {draft} is shown and does not exist")
        return found

    # --- (7) geometry, (8) errors, and what is counted ----------------------------------------

    def geometry(self) -> list[str]:
        if self.world.window is None or not self.world.quiet:
            return []
        found = geometry.faults()
        if found:  # what Qt has still to lay out is no fault
            for _ in range(3):
                self.world.turn()
            found = [fault for fault in geometry.faults() if fault in found]
        return found

    def sent_once(self) -> list[str]:
        """No mail reached the server twice, and none that was not approved did."""
        delivered = self.world.sender.delivered
        twice = {one for one in delivered if delivered.count(one) > 1}
        now = self.world.house.now
        early = [entry.draft_id for entry in self.world.sender.sent if entry.scheduled > now]
        return [
            *(f"{one} was delivered twice" for one in twice),
            *(f"draft {draft} left before its time" for draft in early),
        ]


def _one_thing(press: Press) -> bool:
    """One selected row is what the ring is on, and what the pane shows."""
    if len(press.selected) != 1:
        return tuple(sorted(press.targets)) == press.selected or not press.selected
    [row] = press.selected
    shown = press.reviewing or press.pane in {row, 0}
    return press.targets == (row,) and press.ring in {row, 0} and shown


def _state(widget: QWidget) -> str:
    """What keeps a widget from being used."""
    each: QWidget | None = widget
    while each is not None:
        if each.isHidden() or not each.isEnabled():
            return f"{type(each).__name__} is {'hidden' if each.isHidden() else 'off'}"
        each = each.parentWidget()
    return "it is not drawn"


def _of_a_popup(widget: QWidget) -> bool:
    """The list of a combo box is Qt's own."""
    return widget.window().windowType() == Qt.WindowType.Popup


def _accessible_name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    named_by = interface.text(QAccessible.Text.Name) if interface is not None else ""
    return widget.accessibleName() or named_by


Check = Callable[[Checker, list[ToolCall]], list[str]]
INVARIANTS: Mapping[str, Check] = MappingProxyType(
    {
        "letters": lambda c, calls: c.letters(calls),
        "targets": lambda c, calls: c.targets(calls),
        "unharmed": lambda c, calls: c.unharmed(calls),
        "said": lambda c, calls: c.said(),
        "hands": lambda c, calls: c.hands(calls),
        "approvals": lambda c, calls: c.approved(calls),
        "words": lambda c, calls: c.words_kept(),
        "written": lambda c, calls: written.faults(c.world, calls),
        "focus": lambda c, calls: c.focus(),
        "panes": lambda c, calls: c.panes(),
        "once": lambda c, calls: c.sent_once(),
        "geometry": lambda c, calls: c.geometry(),
    }
)
