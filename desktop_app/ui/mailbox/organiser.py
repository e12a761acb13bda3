"""Organiser of conversations: archive, star, label …, each on the undo stack.

It acts on what the selection says. Every change is one call of `modify_messages`, taken back by
its key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from desktop_app.model.message import Message
from desktop_app.tools.person import activity, mail_view
from desktop_app.tools.results import Done
from desktop_app.tools.verbs import delete_messages, modify_messages
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.safe_text import clean

PORTION = 1000
LONGEST_SUBJECT = 80
WORDS = {
    "archive": "archived",
    "inbox": "moved to Inbox",
    "trash": "moved to Trash",
    "untrash": "taken out of Trash",
    "spam": "reported as spam",
    "star": "starred",
    "unstar": "no longer starred",
    "read": "marked as read",
    "unread": "marked as unread",
}


@dataclass(frozen=True, slots=True)
class Change:
    """What to do to whole conversations, or to these messages alone. `words` says it:
    `archived`."""

    thread_ids: tuple[int, ...]
    action: str = ""
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    words: str = ""
    message_ids: tuple[int, ...] = ()


def apply(calls: Calls, change: Change) -> tuple[str, ...]:
    """Do it; the keys that take it back, newest first. Runs inside a job. Raises KnownError."""
    ids = [str(number) for number in change.message_ids] or [
        str(message.id)
        for thread_id in change.thread_ids
        for message in _messages(calls, thread_id, change.action)
    ]
    keys: list[str] = []
    for start in range(0, len(ids), PORTION):
        params = modify_messages.ModifyMessages(
            ids=tuple(ids[start : start + PORTION]),
            action=change.action,  # type: ignore[arg-type]  # one of WORDS
            add_label_ids=change.add,
            remove_label_ids=change.remove,
        )
        keys.append(calls.wait(modify_messages.TOOL, params).undo)
    return tuple(reversed(keys))


def _messages(calls: Calls, thread_id: int, action: str) -> tuple[Message, ...]:
    """A star or an unread mark goes to the newest message alone, as people expect."""
    params = mail_view.OpenThread(thread_id=thread_id)
    messages = calls.wait(mail_view.OPEN_THREAD, params).thread.messages
    return messages[-1:] if action in {"star", "unread"} else messages


class _Command(QUndoCommand):
    """One change that has been done already; the first redo of Qt's protocol is skipped."""

    def __init__(self, organiser: Organiser, change: Change, keys: tuple[str, ...]) -> None:
        super().__init__(change.words)
        self._organiser, self._change, self.keys = organiser, change, keys
        self._fresh = True

    def redo(self) -> None:
        if self._fresh:
            self._fresh = False
            return
        self._organiser.again(self._change, self)

    def undo(self) -> None:
        self._organiser.take_back(self.keys)


class Organiser(QObject):
    """Answers to the organising actions and to `Navigation.organise`."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self.stack = QUndoStack(self)
        navigation = bench.navigation
        navigation.organise_wanted.connect(self.do)
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
            return f"{len(ids)} conversations"
        subjects = {row.thread_id: row.subject for row in self._bench.selection.rows}
        subject = shortened(clean(subjects.get(ids[0], "")), LONGEST_SUBJECT)
        return f"“{subject}”" if subject else "this conversation"

    def do(self, action: str, thread_ids: tuple[int, ...]) -> None:
        """An action of `modify_messages` on whole conversations."""
        self.change(Change(thread_ids, action, words=WORDS[action]))

    def change(self, change: Change) -> None:
        """Do a change, put it on the undo stack and say so."""
        if not change.thread_ids:
            return
        calls = self._bench.calls

        def done(keys: tuple[str, ...]) -> None:
            command = _Command(self, change, keys)
            self.stack.push(command)
            self._bench.navigation.toast(_sentence(change), Undo(self.stack.undo))

        calls.jobs.run(lambda: apply(calls, change), done=done, owner=self)

    def again(self, change: Change, command: _Command) -> None:
        calls = self._bench.calls

        def done(keys: tuple[str, ...]) -> None:
            command.keys = keys

        calls.jobs.run(lambda: apply(calls, change), done=done, owner=self)

    def take_back(self, keys: tuple[str, ...]) -> None:
        calls = self._bench.calls

        def work() -> list[Done]:
            return [
                calls.wait(activity.UNDO_CHANGE, activity.UndoChange(undo=key))
                for key in keys
                if key
            ]

        calls.jobs.run(work, done=lambda _: self._bench.navigation.toast("Undone."), owner=self)

    def delete_forever(self) -> None:
        """Delete the targets for good, after a confirmation that names what goes."""
        from desktop_app.ui.widgets.dialogs import confirm

        ids = self.targets()
        confirm(
            self._bench.actions.window,
            f"Delete {self.about()} forever?",
            "Every message and attachment in it goes. This can't be undone.",
            "Delete forever",
            lambda: self._delete(ids),
            danger=True,
        )

    def _delete(self, ids: tuple[int, ...]) -> None:
        calls = self._bench.calls

        def work() -> int:
            gone = [str(m.id) for i in ids for m in _messages(calls, i, "trash")]
            for start in range(0, len(gone), PORTION):
                chunk = tuple(gone[start : start + PORTION])
                calls.wait(delete_messages.TOOL, delete_messages.DeleteMessages(ids=chunk))
            return len(ids)

        calls.jobs.run(
            work,
            done=lambda n: self._bench.navigation.toast(f"{_count(n)} deleted."),
            owner=self,
        )

    def _actions(self) -> dict[str, Callable[[], object]]:
        plain = {
            "archive": "archive",
            "trash": "trash",
            "spam": "spam",
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


def _count(number: int) -> str:
    return "1 conversation" if number == 1 else f"{number} conversations"


def _sentence(change: Change) -> str:
    count = len(change.message_ids)
    if count:
        return f"{'1 message' if count == 1 else f'{count} messages'} {change.words}."
    return f"{_count(len(change.thread_ids))} {change.words}."
