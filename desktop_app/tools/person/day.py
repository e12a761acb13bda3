"""The day of the person: what waits for them, a few of each, for where nothing is open."""

from __future__ import annotations

from datetime import time, timedelta

from desktop_app.model.draft import Draft
from desktop_app.model.moments import moment, wall
from desktop_app.model.query import Query, Term
from desktop_app.model.thread import ThreadSummary
from desktop_app.model.triage import Kind
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools.calls.base import Effect, NoParams, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

MOST = 3
"""Of each kind that are named; the others are counted."""


class Day(Result, frozen=True):
    """What waits: drafts to review, the newest first, mail that was to be sent and was not,
    requests of programs, conversations that need a reply, mail on its way, mail that is to leave
    later, each with its moment (seconds since the epoch), conversations that come back today.
    Counts are of all."""

    drafts: tuple[Draft, ...]
    to_review: int
    not_sent: int
    requests: int
    replies: tuple[ThreadSummary, ...]
    need_reply: int
    outbox: int
    leaving: tuple[tuple[float, Draft], ...] = ()
    to_leave: int = 0
    back: tuple[ThreadSummary, ...] = ()
    back_today: int = 0

    @property
    def free(self) -> bool:
        """Whether nothing waits."""
        counts = (self.to_review, self.not_sent, self.requests, self.need_reply, self.outbox)
        return not any((*counts, self.to_leave, self.back_today))


def read_day(context: Context, params: NoParams) -> Day:
    """What waits for the person now."""
    store = context.store
    changes = store.drafts.changes.open()
    drafts = [d for d in store.drafts.in_state(OPEN_STATES) if d.proposed or d.id in changes]
    leaving = [
        (e.scheduled, store.drafts.get(e.draft_id)) for e in store.outbox.scheduled.entries()
    ]
    replies = store.finder.threads(Query("", Term("is", "needs-reply")), limit=MOST)
    coming = store.later.coming(_midnight(context.clock()))
    return Day(
        tuple(drafts[:MOST]),
        len(drafts),
        len(store.outbox.not_sent()),
        store.requests.count_open(),
        tuple(replies),
        sum(store.triage.counts(Kind.NEEDS_REPLY).values()),
        store.outbox.count_open() - len(leaving),
        tuple(leaving[:MOST]),
        len(leaving),
        tuple(store.threads.rows(tuple(coming)[:MOST])),
        len(coming),
    )


def _midnight(now: float) -> float:
    """The end of the day, on this computer's wall."""
    return moment(wall(now).date() + timedelta(days=1), time())


READ_DAY = person_tool(read_day, Effect.READ, NoParams)

TOOLS = (READ_DAY,)
