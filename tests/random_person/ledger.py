"""Ledger of what happened to mail, and of what the window said about it.

Each change of mail that is made for the person is written down with the labels of every mail before
and after. What a toast claims is held against that, and not against what the window knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

Labels = frozenset[str]
Kept = Mapping[int, tuple[int, Labels]]
"""Conversation and labels of every mail, by its id."""
CHANGING = {
    *("organise_conversations", "delete_conversations", "empty_place", "modify_messages"),
    *("delete_messages", "undo_change"),
    *("snooze", "end_snooze", "remind_if_unanswered", "forget_reminders"),
}
CLAIM = re.compile(
    r"([\d,]+) (conversation|message)s? (.+?)\.(?: ([\d,]+) (?:is|are|has|have) .*)?"
)
NOTHING = ("Nothing was changed", "Nothing was there to delete", "There was nothing left to undo")
EMPTIED = re.compile(r"(Trash|Spam) emptied: ([\d,]+) mails? deleted for good\.")
GONE = "deleted for good"
Became = Callable[[Labels, Labels], bool]
CLAIMS: Mapping[str, Became] = MappingProxyType(
    {
        "archived": lambda before, after: "INBOX" in before - after,
        "moved to Inbox": lambda before, after: "INBOX" in after and "TRASH" not in after,
        "moved to Trash": lambda before, after: "TRASH" in after - before,
        "reported as spam": lambda before, after: "SPAM" in after - before,
        "starred": lambda before, after: "STARRED" in after - before,
        "no longer starred": lambda before, after: "STARRED" in before - after,
        "marked as read": lambda before, after: "UNREAD" in before - after,
        "marked as unread": lambda before, after: "UNREAD" in after - before,
        "muted": lambda before, after: "LATER_MUTED" in after and "INBOX" not in after,
        "followed again": lambda before, after: "LATER_MUTED" in before - after,
        "back in the inbox": lambda before, after: (
            "INBOX" in after and "LATER_SNOOZED" in before - after
        ),
        "without a reminder now": lambda before, after: "LATER_REMINDED" in before - after,
    }
)
"""What must have become of the labels of each mail that changed, by the words that claim it."""


LATER: Mapping[str, Became] = MappingProxyType(
    {
        "snoozed until ": lambda before, after: "LATER_SNOOZED" in after and "INBOX" not in after,
        "comes back ": lambda before, after: (before | after) >= {"LATER_REMINDED"},
    }
)
"""The same of words that go on with a time."""


@dataclass(frozen=True)
class Change:
    """One call that may change mail. `undo` is the key it gave back."""

    name: str
    params: Any
    before: Kept
    after: Kept
    undo: str

    @property
    def changed(self) -> dict[int, tuple[int, Labels, Labels]]:
        """Conversation, labels before and after, of each mail that is not as it was."""
        return {
            id_: (thread, labels, self.after[id_][1])
            for id_, (thread, labels) in self.before.items()
            if id_ in self.after and self.after[id_][1] != labels
        }

    @property
    def gone(self) -> set[int]:
        """The mails that are not there any more."""
        return set(self.before) - set(self.after)

    def conversations(self) -> set[int]:
        return {thread for thread, _, _ in self.changed.values()} | {
            self.before[id_][0] for id_ in self.gone
        }


@dataclass
class Ledger:
    """`kept` tells what there is now. What was said and not looked at yet is in `said`."""

    kept: Callable[[], Kept]
    changes: list[Change] = field(default_factory=list)
    unsaid: list[Change] = field(default_factory=list)
    said: list[tuple[str, Any]] = field(default_factory=list)
    since_start: list[str] = field(default_factory=list)

    @contextmanager
    def around(self, name: str, params: Any) -> Iterator[Callable[[Any], None]]:
        """Around a call; told its value where it has done something."""
        if name not in CHANGING:
            yield lambda _: None
            return
        before = self.kept()

        def done(value: Any) -> None:
            undo = str(getattr(value, "undo", ""))
            change = Change(name, params, before, self.kept(), undo)
            self.changes.append(change)
            if not getattr(params, "counting", False):
                self.unsaid.append(change)

        yield done

    def on_toast(self, text: str, undo: Any) -> None:
        self.said.append((text, undo))
        self.since_start.append(text)

    def begin(self) -> None:
        """The program starts: what an earlier run had no time to say is not said any more."""
        self.unsaid.clear()
        self.said.clear()
        self.since_start.clear()

    def untrue(self) -> list[str]:
        """What was said of mail since the last look, and is true of nothing that happened."""
        found: list[str] = []
        said, self.said = self.said, []
        for text, undo in said:
            if not _claims(text):
                continue
            meant = next((change for change in self.unsaid if is_true(text, change)), None)
            if meant is None:
                found.append(f"the window said “{text}”; what happened: {_told(self.unsaid)}")
                continue
            self.unsaid.remove(meant)
            offers = undo is not None and undo.label == "Undo"
            if meant.name == "organise_conversations" and offers != bool(meant.changed):
                found.append(f"“{text}” has {'an' if offers else 'no'} Undo")
        return found

    def silent(self) -> list[str]:
        """What happened to mail and was not said, once all is quiet."""
        silent, self.unsaid = self.unsaid, []
        return [f"nobody said so: {_told([c])}" for c in silent if c.name != "undo_change"]


def is_true(text: str, change: Change) -> bool:
    """Whether what is said is what was done."""
    if text.startswith(NOTHING) or text.endswith("is empty already."):
        return not change.changed and not change.gone
    if text == "Undone.":
        return change.name == "undo_change" and bool(change.changed)
    emptied = EMPTIED.fullmatch(text)
    if emptied is not None:
        return len(change.gone) == _number(emptied[2]) and all(
            emptied[1].upper() in change.before[id_][1] for id_ in change.gone
        )
    claim = CLAIM.fullmatch(text)
    if claim is None or change.name == "undo_change":
        return False
    count, noun, words, left = claim.groups()
    if words == GONE:
        return bool(change.gone) and len(change.conversations()) == _number(count)
    changed = change.changed
    things = change.conversations() if noun == "conversation" else set(changed)
    if len(things) != _number(count) or left == "0":
        return False
    became = _became(words)
    return all(became(before, after) for _, before, after in changed.values())


def _became(words: str) -> Became:
    if words in CLAIMS:
        return CLAIMS[words]
    for start, became in LATER.items():
        if words.startswith(start):
            return became
    for start, on in (("labelled ", True), ("no longer labelled ", False), ("moved to ", True)):
        if words.startswith(start):
            label = words.removeprefix(start)
            return lambda before, after: (
                (label in after, label in before) == (on, not on)
                or (start == "moved to " and label in after)
            )
    return lambda before, after: False


def _claims(text: str) -> bool:
    claim = CLAIM.fullmatch(text)
    known = claim is not None and (
        claim[3] == GONE
        or claim[3] in CLAIMS
        or "label" in claim[3]
        or claim[3].startswith(tuple(LATER))
    )
    moved = claim is not None and claim[3].startswith("moved to ")
    nothing = text.startswith(NOTHING) or text.endswith("is empty already.")
    return known or moved or nothing or text == "Undone." or EMPTIED.fullmatch(text) is not None


def _number(words: str) -> int:
    return int(words.replace(",", ""))


def _told(changes: list[Change]) -> str:
    return (
        "; ".join(
            f"{c.name} changed "
            + str({id_: (sorted(b), sorted(a)) for id_, (_, b, a) in c.changed.items()})
            + (f", deleted {sorted(c.gone)}" if c.gone else "")
            for c in changes
        )
        or "nothing"
    )
