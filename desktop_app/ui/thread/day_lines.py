"""Words of the page of the day: what waits, and where a press on each line leads. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from desktop_app.model.address import addressed
from desktop_app.model.draft import Draft
from desktop_app.model.thread import ThreadSummary
from desktop_app.tools.person.day import Day
from desktop_app.ui.bench.author_names import at_start, author_name
from desktop_app.ui.bench.leaving_times import at_or_on
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.safe_text import clean


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that waits. `key` is what it stands for, whatever it says; a press does `work`.
    The parts of its words stand side by side, and are said as sentences."""

    key: str
    words: tuple[str, ...]
    work: Callable[[], object]

    @property
    def seen(self) -> str:
        return " · ".join(self.words)

    @property
    def said(self) -> str:
        return ". ".join(self.words)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of one kind."""

    title: str
    lines: tuple[Line, ...]


def sections_of(bench: Workbench, day: Day) -> Iterator[Section]:
    """What waits, the most urgent first."""
    go_review = partial(bench.actions.trigger, "go_review")
    if day.not_sent:
        words = _counted(day.not_sent, "mail was not sent", "mails were not sent")
        yield Section("Not sent", (Line("not sent", (words,), go_review),))
    if day.requests:
        words = _counted(day.requests, "request waits", "requests wait")
        yield Section("Asked of you", (Line("requests", (words,), go_review),))
    if day.to_review:
        drafts = tuple(_draft_line(bench, draft) for draft in day.drafts)
        yield Section("To review", _with_more(drafts, day.to_review, "more drafts", go_review))
    if day.need_reply:
        replies = tuple(_thread_line(bench, thread) for thread in day.replies)
        go_replies = partial(bench.actions.trigger, "go_needs_reply")
        lines = _with_more(replies, day.need_reply, "more replies", go_replies)
        yield Section("Needs a reply", lines)
    if day.back_today:
        back = tuple(
            replace(_thread_line(bench, thread), key=f"back {thread.id}") for thread in day.back
        )
        go_later = partial(bench.actions.trigger, "go_later")
        yield Section("Back today", _with_more(back, day.back_today, "more back", go_later))
    if day.outbox:
        words = _counted(day.outbox, "mail is on its way", "mails are on their way")
        show = partial(bench.navigation.show_drafts, "outbox")
        yield Section("Outbox", (Line("outbox", (words,), show),))
    if day.to_leave:
        leaving = tuple(_leaving_line(bench, at, draft) for at, draft in day.leaving)
        show = partial(bench.navigation.show_drafts, "outbox")
        yield Section("Leaves later", _with_more(leaving, day.to_leave, "more to leave", show))


def _with_more(
    lines: tuple[Line, ...], count: int, key: str, work: Callable[[], object]
) -> tuple[Line, ...]:
    left = count - len(lines)
    return (*lines, Line(key, (f"{left} more",), work)) if left > 0 else lines


def _counted(count: int, one: str, many: str) -> str:
    return f"1 {one}" if count == 1 else f"{count} {many}"


def _draft_line(bench: Workbench, draft: Draft) -> Line:
    content = draft.content
    subject = clean(content.subject) or "(no subject)"
    who = clean(addressed(content.to, content.cc, content.bcc, most=1, named=()))
    by = at_start(author_name(draft.author)) if draft.proposed else "Yours"
    work = partial(bench.navigation.open_draft, draft.id)
    return Line(f"draft {draft.id}", tuple(filter(None, (subject, who, by))), work)


def _leaving_line(bench: Workbench, at: float, draft: Draft) -> Line:
    subject = clean(draft.content.subject) or "(no subject)"
    who = clean(addressed(draft.content.to, draft.content.cc, (), most=1, named=()))
    when = f"Leaves {at_or_on(at, bench.services.clock())}"
    work = partial(bench.navigation.open_draft, draft.id)
    return Line(f"leaving {draft.id}", tuple(filter(None, (when, subject, who))), work)


def _thread_line(bench: Workbench, thread: ThreadSummary) -> Line:
    subject = clean(thread.subject) or "(no subject)"
    people = ", ".join(clean(person.label) for person in thread.people[:2])
    work = partial(bench.navigation.open_thread, thread.id)
    return Line(f"thread {thread.id}", tuple(filter(None, (subject, people))), work)
