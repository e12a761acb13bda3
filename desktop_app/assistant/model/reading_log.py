"""Log of what a run has read of conversations: which of their mails were given whole.

The person is told where an answer rests on a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from desktop_app.assistant.answer_events import PartRead
from desktop_app.assistant.model.result_room import is_whole

MOST_IDS = 40
"""Mails that are named to be read on."""

SHORT = 200
"""Characters of a text that is given again rather than referred to."""

ABOVE = "Its text stands in an earlier result of this request."


@dataclass(slots=True)
class _Thread:
    total: int = 0
    whole: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)


@dataclass(slots=True)
class ReadingLog:
    """What has been read, by the results as the model was given them."""

    _threads: dict[str, _Thread] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    """Message id to its text, as it was given last."""

    def without_repeats(self, result: dict[str, Any]) -> dict[str, Any]:
        """The result without texts that the model has from this run already."""
        found = dict(result)
        for name in ("threads", "messages"):
            if isinstance(found.get(name), list):
                found[name] = [self.without_repeats(each) for each in found[name]]
        id_, text = str(found.get("message_id", "")), found.get("untrusted_text")
        if not id_ or not isinstance(text, str) or len(text) < SHORT:
            return found
        if self._texts.get(id_) == text:
            del found["untrusted_text"]
            return {**found, "text": ABOVE}
        self._texts[id_] = text
        return found

    def forget_texts(self) -> None:
        """Earlier results were shortened: what is read again is given again."""
        self._texts.clear()

    def note(self, result: dict[str, Any], totals: dict[str, int]) -> None:
        """Note the mails of a result; `totals` has the number of mails of conversations."""
        for thread_id, total in totals.items():
            self._threads.setdefault(thread_id, _Thread()).total = total
        for thread_id, mail in _mails(result):
            thread = self._threads.get(thread_id)
            id_ = str(mail.get("message_id", ""))
            if thread is None or not id_ or "untrusted_text" not in mail:
                continue
            if is_whole(mail):
                thread.whole.add(id_)
            elif id_ not in thread.whole:
                thread.cut.add(id_)

    def part(self) -> PartRead | None:
        """What is to be told of conversations that were read in part; None where all are whole."""
        parts = {id_: each for id_, each in self._threads.items() if len(each.whole) < each.total}
        if not parts:
            return None
        cut = [id_ for each in parts.values() for id_ in sorted(each.cut - each.whole)]
        return PartRead(
            sum(len(each.whole) for each in parts.values()),
            sum(each.total for each in parts.values()),
            tuple(parts)[-1],
            tuple(cut[:MOST_IDS]),
        )


def _mails(result: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The mails of a result, each with the id of its conversation."""
    for thread in (*result.get("threads", ()), result):
        id_ = str(thread.get("thread_id", ""))
        if "message_id" in thread:
            yield id_, thread
        for mail in thread.get("messages", ()):
            if isinstance(mail, dict):
                yield str(mail.get("thread_id", id_)), mail
