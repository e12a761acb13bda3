"""Organiser of conversations: archive, star, label …, each on the undo stack.

It acts on what the selection says. Every change is one call of `organise_conversations`, taken back
by its key; what is said of it is made of what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from desktop_app.model.message import Message, SystemLabel
from desktop_app.tools.person import activity, organising
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.offered_verbs import IN_TRASH, PLACE_LABELS
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.organised_words import (
    WORDS,
    Change,
    deleted_sentence,
    emptied_sentence,
    parameters,
    sentence,
    taking_off,
)
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.safe_text import clean

LONGEST_SUBJECT = 80
_EMPTIED: Mapping[str, tuple[str, SystemLabel]] = MappingProxyType(
    {"empty_trash": ("Trash", SystemLabel.TRASH), "empty_spam": ("Spam", SystemLabel.SPAM)}
)


class _Command(QUndoCommand):
    """One change that has been done already; the first redo of Qt's protocol is skipped."""

    def __init__(self, organiser: Organiser, change: Change, key: str) -> None:
        super().__init__(change.words)
        self._organiser, self._change, self.key = organiser, change, key
        self._fresh = True

    def redo(self) -> None:
        if self._fresh:
            self._fresh = False
            return
        self._organiser.again(self._change, self)

    def undo(self) -> None:
        self._organiser.take_back(self.key)


class Organiser(QObject):
    """Answers to the organising actions and to `Navigation.organise`."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self.stack = QUndoStack(self)
        navigation = bench.navigation
        navigation.organise_wanted.connect(self.do)
        navigation.take_off_wanted.connect(self.take_off)
        self.stack.canRedoChanged.connect(lambda can: bench.actions.have(Need.REDOABLE, can))
        for name, work in self._actions().items():
            bench.actions.on(name, work)

    def stop(self) -> None:
        """The window goes: what is left of the stack concerns nobody any more."""
        self.stack.blockSignals(True)

    def targets(self) -> tuple[int, ...]:
        """The conversations an action is about."""
        return self._bench.selection.targets

    def about(self) -> str:
        """The conversation in words, or how many there are."""
        ids = self.targets()
        if len(ids) != 1:
            return f"{number(len(ids))} conversations"
        subjects = {row.thread_id: row.subject for row in self._bench.selection.rows}
        subject = shortened(clean(subjects.get(ids[0], "")), LONGEST_SUBJECT)
        return f"“{subject}”" if subject else "this conversation"

    def do(self, action: str, thread_ids: tuple[int, ...]) -> None:
        """An action of `modify_messages` on whole conversations."""
        self.change(Change(thread_ids, action, words=WORDS[action]))

    def take_off(self, label_id: str, thread_ids: tuple[int, ...]) -> None:
        """Take a label off whole conversations."""
        self.change(taking_off(thread_ids, label_id, clean(label_id)))

    def change(self, change: Change) -> None:
        """Do a change and say what came of it; what has changed goes on the undo stack."""
        if not change.thread_ids:
            return

        def done(organised: organising.Organised) -> None:
            undo = None
            if organised.undo:
                self.stack.push(_Command(self, change, organised.undo))
                undo = Undo(self.stack.undo)
            self._bench.navigation.toast(sentence(change, organised), undo)

        self._organise(change, done)

    def again(self, change: Change, command: _Command) -> None:
        def done(organised: organising.Organised) -> None:
            command.key = organised.undo
            undo = Undo(self.stack.undo) if organised.undo else None
            self._bench.navigation.toast(sentence(change, organised), undo)

        self._organise(change, done)

    def _organise(self, change: Change, done: Callable[[organising.Organised], object]) -> None:
        tool, params = organising.ORGANISE_CONVERSATIONS, parameters(change)
        self._bench.calls.ask(tool, params, done=done, owner=self)

    def take_back(self, key: str) -> None:
        """Take back what a change has changed; empty where that is nothing."""
        if not key:
            self._bench.navigation.toast("There was nothing left to undo.")
            return
        self._bench.calls.ask(
            activity.UNDO_CHANGE,
            activity.UndoChange(undo=key),
            done=lambda undone: self._bench.navigation.toast(undone.display),
            owner=self,
        )

    def delete_forever(self) -> None:
        """Delete the targets for good, after a confirmation that names what goes. In Trash and Spam
        what lies elsewhere of a conversation stays."""
        from desktop_app.ui.widgets.dialogs import confirm

        ids = self.targets()
        place = self._bench.selection.place or ""
        lying_in = PLACE_LABELS.get(place, "")
        params = organising.DeleteConversations(thread_ids=ids, lying_in=lying_in)
        what = "Every message and attachment in it goes."
        if lying_in:
            what = f"What lies in {'Trash' if place == IN_TRASH else 'Spam'} of it goes."
        confirm(
            self._bench.actions.window,
            f"Delete {self.about()} for good?",
            f"{what} This can't be undone.",
            "Delete for good",
            lambda: self._delete(params),
            danger=True,
        )

    def _delete(self, params: organising.DeleteConversations) -> None:
        tell = self._bench.navigation.toast
        self._bench.calls.ask(
            organising.DELETE_CONVERSATIONS,
            params,
            done=lambda deleted: tell(deleted_sentence(deleted)),
            owner=self,
        )

    def empty(self, name: str) -> None:
        """Ask, with the number, before everything in Trash or in Spam goes for good."""
        from desktop_app.ui.widgets.dialogs import confirm

        title, label = _EMPTIED[name]
        account, calls = self._bench.selection.account, self._bench.calls
        tell = self._bench.navigation.toast

        def empty() -> None:
            params = organising.EmptyPlace(place=label, account=account)
            calls.ask(
                organising.EMPTY_PLACE,
                params,
                done=lambda gone: tell(emptied_sentence(title, gone)),
                owner=self,
            )

        def ask(found: organising.Deleted) -> None:
            if not found.mails:
                tell(emptied_sentence(title, found))
                return
            count = "The one mail" if found.mails == 1 else f"All {number(found.mails)} mails"
            confirm(
                self._bench.actions.window,
                f"Empty {title}?",
                f"{count} in it will be deleted for good. This can't be undone.",
                f"Empty {title}",
                empty,
                danger=True,
            )

        counted = organising.EmptyPlace(place=label, account=account, counting=True)
        calls.ask(organising.EMPTY_PLACE, counted, done=ask, owner=self)

    def _actions(self) -> dict[str, Callable[[], object]]:
        plain = {
            "archive": "archive",
            "trash": "trash",
            "spam": "spam",
            "not_spam": "inbox",
            "to_inbox": "inbox",
            "mark_read": "read",
            "mark_unread": "unread",
        }
        works: dict[str, Callable[[], object]] = {
            name: lambda action=action: self.do(action, self.targets())  # type: ignore[misc]
            for name, action in plain.items()
        }
        return works | {
            "star": self._star,
            "star_message": self._star_message,
            "unread_from_here": self._unread_from_here,
            "delete_forever": self.delete_forever,
            "empty_trash": lambda: self.empty("empty_trash"),
            "empty_spam": lambda: self.empty("empty_spam"),
            "redo": self.stack.redo,
        }

    def _star(self) -> None:
        selection = self._bench.selection
        if selection.rows:
            starred = all(row.starred for row in selection.rows)
        else:
            messages = selection.opened.thread.messages if selection.opened else ()
            starred = any(m.starred for m in messages)
        self.do("unstar" if starred else "star", self.targets())

    def _star_message(self) -> None:
        message = self._bench.selection.message
        if message is not None:
            self._change_messages("unstar" if message.starred else "star", (message,))

    def _unread_from_here(self) -> None:
        """The current message and those after it."""
        selection = self._bench.selection
        if selection.message is None or selection.opened is None:
            return
        messages = selection.opened.thread.messages
        numbers = [message.id for message in messages]
        if selection.message.id in numbers:
            later = messages[numbers.index(selection.message.id) :]
            self._change_messages("unread", later)

    def _change_messages(self, action: str, messages: tuple[Message, ...]) -> None:
        ids = tuple(message.id for message in messages)
        threads = (messages[0].thread_id,)
        self.change(Change(threads, action, words=WORDS[action], message_ids=ids))
