"""Typing ahead: what was typed is among the versions, whatever was deleted afterwards."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.store.drafts.draft_versions import MOST_VERSIONS, RUNNING_SECONDS
from tests.depths import examples
from tests.fakes.house import DANA, ME, NOW, TestHouse, open_house

PERSON = Author(Origin.USER)
PROGRAM = Author(Origin.MCP, "Claude")
PAGE = "The budget for the spring is a third higher than the one of last year. " * 40


class Typing:
    """A person who saves as they type; what somebody else is said to write they take at once."""

    def __init__(self, house: TestHouse) -> None:
        self.changes = house.store.drafts.changes
        self.store = house.store.drafts
        self.now = NOW
        content = DraftContent(ME, to=(DANA,), subject="Budget", body="")
        self.draft: Draft = self.store.create(
            "work", PERSON, content, state=DraftState.EDITED, now=self.now
        )

    def save(self, body: str, *, after: float = 0.3, author: Author = PERSON) -> None:
        self.now += after
        content = replace(self.draft.content, body=body)
        here = (self.draft.id, self.draft.revision, content, author)
        if author == PERSON:
            self.draft = self.store.save(*here, now=self.now)
            return
        change = self.changes.propose(*here, now=self.now)
        taken = (change.id, self.draft.revision, content, content)
        self.draft = self.changes.take(*taken, last=True, now=self.now)

    def type(self, text: str, *, seconds: float) -> None:
        """From what is there, a few characters a save."""
        body = self.draft.content.body
        steps = max(1, int(seconds / 0.6))
        for step in range(1, steps + 1):
            self.save(body + text[: len(text) * step // steps], after=seconds / steps)

    @property
    def kept(self) -> list[str]:
        return [version.content.body for version in self.store.versions(self.draft.id)]


def test_twenty_minutes_of_typing_then_all_deleted_leaves_the_text(house: TestHouse) -> None:
    typing = Typing(house)
    typing.type(PAGE, seconds=20 * 60)
    typing.save("")
    typing.save("x")
    assert PAGE in typing.kept
    assert typing.kept[-1] == "x"
    assert 15 <= len(typing.kept) <= MOST_VERSIONS


def test_a_held_backspace_leaves_the_text_too(house: TestHouse) -> None:
    typing = Typing(house)
    typing.type(PAGE[:900], seconds=40)
    for length in range(890, 0, -10):
        typing.save(PAGE[:length], after=0.1)
    assert PAGE[:900] in typing.kept


def test_another_text_over_the_old_one_leaves_the_old_one(house: TestHouse) -> None:
    typing = Typing(house)
    typing.type("Dear Dana, thank you for the budget.", seconds=5)
    typing.save("Something else altogether, and longer than it was before.")
    assert "Dear Dana, thank you for the budget." in typing.kept


def test_a_slip_of_the_finger_makes_no_version(house: TestHouse) -> None:
    typing = Typing(house)
    text = "Thank you for the budget, which I have read with joy."
    typing.save("")
    for end in range(1, len(text) + 1):
        typing.save(text[:end])
        if end % 7 == 0:
            typing.save(text[: end - 1])
            typing.save(text[:end])
    assert typing.kept == [text]


def test_a_minute_is_counted_from_the_beginning(house: TestHouse) -> None:
    typing = Typing(house)
    for number in range(RUNNING_SECONDS * 3):
        typing.save("a" * (number + 1), after=1)
    assert len(typing.kept) >= 3


def test_a_clock_that_was_set_back_merges_and_deletes_nothing(house: TestHouse) -> None:
    typing = Typing(house)
    typing.save("one", after=1)
    typing.save("one two", after=-3600)
    typing.save("one two three", after=1)
    typing.save("one two three four", after=-86_400)
    assert [body for body in typing.kept if body] == ["one", "one two three", "one two three four"]


def test_fifty_are_kept_and_among_them_the_longest_and_those_of_others(house: TestHouse) -> None:
    typing = Typing(house)
    typing.save("a proposal of a program", after=100, author=PROGRAM)
    typing.save(PAGE, after=100)
    for number in range(300):
        typing.save(f"short {number}", after=100)
    kept = typing.kept
    assert len(kept) == MOST_VERSIONS
    assert kept[0] == ""
    assert "a proposal of a program" in kept
    assert PAGE in kept
    assert kept[-3:] == ["short 297", "short 298", "short 299"]
    numbers = [int(body.split()[1]) for body in kept if body.startswith("short")]
    assert numbers[0] < 100  # of old ones too


def test_a_program_that_saves_a_thousand_times_pushes_out_its_own(house: TestHouse) -> None:
    typing = Typing(house)
    mine = [f"mine {number}" for number in range(20)]
    for body in mine:
        typing.save(body, after=100)
    for number in range(200):
        typing.save(f"of a program, and long {number}" * 9, after=100, author=PROGRAM)
    assert set(mine) <= set(typing.kept)
    assert len(typing.kept) == MOST_VERSIONS


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_done_nearly_all_of_the_longest_text_is_kept(seed: int) -> None:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        opened = open_house(Path(folder))
        house = next(opened)
        typing = Typing(house)
        body, saved = "", [""]
        for _ in range(rng.randrange(10, 60)):
            body = _changed(rng, body)
            typing.save(body, after=rng.choice((0.3, 0.3, 1, 20)))
            saved.append(body)
        kept = typing.kept
        assert len(kept) <= MOST_VERSIONS
        assert kept[-1] == body
        longest = max(saved, key=len)
        assert max(len(text) for text in kept) * 3 >= len(longest) * 2
        opened.close()


def _changed(rng: random.Random, body: str) -> str:
    what = rng.randrange(5)
    if what == 0:
        return body[: rng.randrange(len(body) + 1)]
    if what == 1:
        return rng.choice(("", PAGE[:200]))
    return body + "word " * rng.randrange(1, 9)
