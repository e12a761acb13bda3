"""Pages of a search over mail that is here and mail that only a server has, in any mixture."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.model.draft import Origin
from desktop_app.model.remote import RemoteRef, ServerMatches
from desktop_app.tools.calls.results import MessageList
from desktop_app.tools.calls.search_pages import MOST_SEARCHES, SearchPages, pages_of
from tests.depths import one_in
from tests.fakes.google.desk import ACCOUNT
from tests.fakes.house import NoSync, TestHouse, mail

BEGIN = 1_700_000_000


@dataclass
class MixedMail(NoSync):
    """A Gmail account with mails of which some are here. `hidden` ones match there alone: here
    their words are others. `drafts` are found, and never come."""

    house: TestHouse
    dates: dict[str, int]
    hidden: frozenset[str] = frozenset()
    drafts: frozenset[str] = frozenset()
    here: dict[str, int] = field(default_factory=dict)
    passed_over: set[str] = field(default_factory=set)

    def find(self, account_id: str, query: str, *, enough: int, **_: object) -> ServerMatches:
        listed = [i for i in sorted(self.dates, key=lambda i: -self.dates[i])
                  if i not in self.passed_over]  # fmt: skip
        missing = [i for i in listed if i not in self.here]
        page = missing[: enough + 1 + len(missing) % 3]
        return ServerMatches(
            tuple(self.here[i] for i in listed if i in self.here),
            tuple(RemoteRef(i, "") for i in page),
            more=len(page) < len(missing),
            by_gmail=True,
        )

    def bring(self, account_id: str, refs: Sequence[RemoteRef], **_: object) -> tuple[int, ...]:
        self.passed_over |= {ref.id for ref in refs} & self.drafts
        return tuple(self.download(ref.id) for ref in refs if ref.id not in self.drafts)

    def download(self, id_: str) -> int:
        words = "Quay" if id_ in self.hidden else "Harbour"
        raw = parse(mail(words, id_, message_id=f"{id_}@x.example"))
        parsed = replace(raw, date=self.dates[id_])
        report = self.house.store.messages.add("gmail", [parsed], labels=[frozenset({"INBOX"})])
        self.here[id_] = report.ids[0]
        return report.ids[0]


def mixed(house: TestHouse, seed: int) -> MixedMail:
    dice = random.Random(seed)
    ids = [f"m{n}" for n in range(dice.randrange(1, 70))]
    days = dice.randrange(1, 40)
    dates = {id_: BEGIN + dice.randrange(days) * 86_400 for id_ in ids}
    some = frozenset(dice.sample(ids, dice.randrange(len(ids)) // 3))
    drafts = frozenset(dice.sample(ids, dice.randrange(len(ids)) // 4)) - some
    mails = MixedMail(house, dates, some, drafts)
    for id_ in dice.sample(ids, dice.randrange(len(ids) + 1)):
        if id_ not in drafts:
            mails.download(id_)
    return mails


@one_in(7)
@pytest.mark.parametrize("seed", range(40))
def test_each_match_comes_once_and_the_end_is_the_end(house: TestHouse, seed: int) -> None:
    house.store.accounts.add(ACCOUNT)
    house.sync = mails = mixed(house, seed)
    runner = house.runner(Origin.MCP, "A program")
    size = random.Random(seed).choice([1, 3, 10, 20, 50])
    rows: list[str] = []
    for page in range(1, 500):
        asked = {"query": "subject:harbour", "max_results": size, "page": page}
        found = runner.call_by_name("search_messages", asked)[1].unwrap()
        assert isinstance(found, MessageList)
        assert found.count <= size
        rows += [row.message_id for row in found.results]
        if not found.has_more:
            break
    wanted = set(mails.dates) - mails.drafts
    assert sorted(rows) == sorted(str(mails.here[id_]) for id_ in wanted)
    again = {"query": "subject:harbour", "max_results": 500}
    every = runner.call_by_name("search_messages", again)[1].unwrap()
    assert isinstance(every, MessageList)
    assert [row.message_id for row in every.results] == sorted(rows, key=lambda id_: -int(id_))
    assert (every.has_more, every.brought) == (False, 0)


def test_only_so_many_searches_are_remembered() -> None:
    searches: dict[tuple[object, ...], SearchPages] = {}
    first = pages_of(searches, ("first",))
    for number in range(MOST_SEARCHES * 3):
        assert pages_of(searches, ("first",)) is first
        pages_of(searches, (number,))
        assert len(searches) <= MOST_SEARCHES
    assert (0,) not in searches
