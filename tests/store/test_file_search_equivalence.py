"""The index of files finds exactly what reading every file finds, for any query of these parts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.fold import words
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.depths import examples
from tests.store.mails import add, mail, opened
from tests.store.test_file_search import read

WORDS = "budget plan report caf\u00e9 Stra\u00dfe lunch the alpha \u6771\u4eac x1".split()
MAILS = 60


@dataclass(frozen=True)
class Item:
    """A mail: what its text and its subject say, and the texts of its files."""

    text: str
    subject: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A part of a query: words of which one has to be there, or must not; of the subject or of
    whatever is searched."""

    any_of: tuple[str, ...]
    wanted: bool = True
    of_subject: bool = False

    def __str__(self) -> str:
        quoted = [f'"{one}"' if " " in one else one for one in self.any_of]
        said = f"{{{' '.join(quoted)}}}" if len(quoted) > 1 else quoted[0]
        return ("" if self.wanted else "-") + ("subject:" if self.of_subject else "") + said

    def holds(self, text: str) -> bool:
        """Whether one of them stands in a text, its words beside each other."""
        there = f" {' '.join(words(text))} "
        return any(f" {' '.join(words(one))} " in there for one in self.any_of)


SAID = st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join)
PARTS = st.lists(
    st.builds(
        Part,
        st.lists(SAID, min_size=1, max_size=2).map(tuple),
        st.sampled_from((True, True, False)),
        st.sampled_from((False, False, True)),
    ),
    min_size=1,
    max_size=4,
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, dict[int, Item]]]:
    dice = random.Random(68)

    def text() -> str:
        return " ".join(dice.choices(WORDS, k=dice.randint(1, 6)))

    with opened(tmp_path_factory.mktemp("files") / "p") as store:
        items = {}
        for number in range(MAILS):
            item = Item(text(), text(), tuple(text() for _ in range(dice.randint(0, 3))))
            [message] = add(
                store,
                mail(
                    item.text,
                    subject=item.subject,
                    id=f"{number}@x",
                    date=1_700_000_000 + number // 2,
                    attachment="a.bin",
                ),
            )
            read(store, message, *item.files)
            items[message] = item
        yield store, items


def of_mail(item: Item, part: Part) -> bool:
    texts = (item.subject,) if part.of_subject else (item.subject, item.text)
    return any(part.holds(text) for text in texts) is part.wanted


def fits(item: Item, parts: list[Part]) -> list[int]:
    """The files of a mail that have what is wanted and nothing that must not be there."""
    asked = [part for part in parts if not part.of_subject]
    return [
        number
        for number, text in enumerate(item.files)
        if all(part.holds(text) is part.wanted for part in asked)
    ]


@given(PARTS)
@settings(max_examples=examples(150))
def test_in_attachments_finds_what_reading_every_file_finds(
    filled: tuple[Store, dict[int, Item]], parts: list[Part]
) -> None:
    store, items = filled
    query = " ".join(["in:attachments", *map(str, parts)])
    of_files = any(part.wanted and not part.of_subject for part in parts)
    rest = [part for part in parts if part.of_subject or not of_files]
    expected = {
        id_
        for id_, item in items.items()
        if (fits(item, parts) if of_files else item.files)
        and all(of_mail(item, part) for part in rest)
    }
    found = [message.id for message in store.finder.messages(parse(query), limit=MAILS)]
    assert set(found) == expected
    assert found == sorted(found, reverse=True)
    assert store.finder.count(parse(query)) == len(expected)


@given(PARTS)
@settings(max_examples=examples(150))
def test_the_files_of_a_search_are_those_that_reading_every_file_finds(
    filled: tuple[Store, dict[int, Item]], parts: list[Part]
) -> None:
    store, items = filled
    of_files = any(part.wanted and not part.of_subject for part in parts)
    rest = [part for part in parts if part.of_subject or not part.wanted]
    expected = {
        (id_, str(number))
        for id_, item in items.items()
        for number in fits(item, parts)
        if of_files and all(of_mail(item, part) for part in rest)
    }
    hits = store.finder.files(parse(" ".join(map(str, parts))), limit=1_000)
    assert {(hit.message, hit.part) for hit in hits} == expected
    assert len(hits) == len(expected)
