"""What is deleted by age is deleted by days of use: a wrong clock deletes nothing."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from desktop_app.model.api_use import HOUR, Call
from desktop_app.model.conversation import SentPayload
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.request import Asker, RequestState, WantedCall
from desktop_app.store.base.days import outlived
from desktop_app.workers.watch import Watch
from tests.fakes.house import ME, NOW, TestHouse

DAY = 86_400


class Kept:
    """One thing of each kind that is deleted by its age, made now."""

    def __init__(self, house: TestHouse) -> None:
        self.house, store = house, house.store
        author = Author(Origin.USER)
        content = DraftContent(ME, body="words")
        draft = store.drafts.create("work", author, content, state=DraftState.EDITED, now=house.now)
        self.draft = store.drafts.ignore(draft.id, now=house.now).id
        asker = Asker(Author(Origin.MCP, "Claude"), "claude", "")
        call = WantedCall(asker, "modify_messages", "{}", (), ("work",))
        self.request = store.requests.add(call, now=house.now).id
        self.payload = self._payload()
        store.api_use.add({(Call("work", "gmail"), int(house.now) // HOUR): (1, 5)})

    def _payload(self) -> int:
        sent = SentPayload("talk", self.house.now, "https://x.example", "m", b"body")
        return self.house.store.conversations.keep_payload(sent)

    def started(self) -> None:
        """A start of the program, and something that looks through what is old."""
        store = self.house.store
        Watch(store, clock=self.house.clock).clear_out()
        self._payload()
        store.api_use.add({(Call("work", "imap"), int(self.house.now) // HOUR): (1, 5)})

    @property
    def there(self) -> list[bool]:
        store = self.house.store
        try:
            store.drafts.get(self.draft)
            store.conversations.payload(self.payload)
        except NotFound:
            return [False]
        waiting = store.requests.get(self.request).state is RequestState.WAITING
        counted = store.db.rows("SELECT sum(calls) FROM api_use WHERE service = 'gmail'")
        return [waiting, counted == [(1,)]]


CLOCKS: dict[str, Iterable[int]] = {
    "forty days ahead for one start": (0, 40, 1, 2, 3),
    "forty days ahead, by turns": (0, 40, 0, 40, 1, 41, 1, 41, 2, 42) * 9,
    "back for one start": (0, -400, 1, 2, 3),
    "a hundred years ahead": (0, 36_500, 1),
    "back at the epoch at each start": (0, -20_700, 1, -20_700, 2, -20_700, 3),
}


@pytest.mark.parametrize("days", CLOCKS.values(), ids=list(CLOCKS))
def test_a_clock_that_is_wrong_for_a_start_deletes_nothing(
    house: TestHouse, days: Iterable[int]
) -> None:
    kept = Kept(house)
    for day in days:
        house.now = NOW + day * DAY
        kept.started()
        assert kept.there == [True, True]


def test_a_month_of_use_deletes_what_was_set_aside(house: TestHouse) -> None:
    """The control."""
    kept = Kept(house)
    for day in range(32):
        house.now = NOW + day * DAY
        kept.started()
    assert not all(kept.there)


def test_a_thing_of_a_day_on_which_the_clock_was_behind_is_not_older_for_it(
    house: TestHouse,
) -> None:
    for day in range(40):
        house.store.days.note(NOW + day * DAY)
    house.now = NOW - 40 * DAY
    house.store.days.note(house.now)
    kept = Kept(house)
    for day in range(40, 45):
        house.now = NOW + day * DAY
        kept.started()
        assert kept.there == [True, True]


def test_a_profile_that_is_new_to_this_has_outlived_nothing(house: TestHouse) -> None:
    with house.store.db.reading() as connection:
        assert outlived(connection, 30) == 0.0
