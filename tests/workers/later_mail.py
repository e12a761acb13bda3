"""Mail that is to leave later, and the postman that looks after it, for tests of both."""

from __future__ import annotations

from typing import Protocol

from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.outbox import OutboxEntry
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import DANA, ME
from tests.fakes.pressing import press_send
from tests.fakes.senders import FaultySender

HOUR = 3_600.0


class Clocked(Protocol):
    """A store with a clock on the wall beside it."""

    store: Store
    now: float

    def clock(self) -> float: ...


def own_draft(
    store: Store,
    now: float,
    *,
    reply_to: int = 0,
    subject: str = "Budget",
    account: str = "work",
) -> Draft:
    return store.drafts.create(
        account,
        Author(Origin.USER),
        DraftContent(ME, to=(DANA,), subject=subject, body="Yes."),
        state=DraftState.EDITED,
        now=now,
        reply_to_id=reply_to,
    )


def schedule(
    house: Clocked, at: float, *, reply_to: int = 0, subject: str = "Budget"
) -> OutboxEntry:
    """A draft of the person's, approved by a press, to leave `at` a moment."""
    draft = own_draft(house.store, house.now, reply_to=reply_to, subject=subject)
    return press_send(house.store, draft, now=house.now, scheduled=at)


class Awake:
    """Clock that counts seconds through sleep and is never set, beside the house's on the wall."""

    def __init__(self, house: Clocked) -> None:
        self._house = house
        self._set = 0.0

    def __call__(self) -> float:
        return self._house.now - self._set

    def set_wall(self, by: float) -> None:
        """Somebody sets the clock on the wall ahead, or back."""
        self._house.now += by
        self._set += by


def postman(house: Clocked, sender: FaultySender, awake: Awake) -> Postman:
    return Postman(
        house.store,
        clock=house.clock,
        senders=lambda _: sender,
        monotonic=awake,
        awake_or_not=awake,
    )
