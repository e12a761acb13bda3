"""Mails that stopped a program: twice as much of them takes twice as long at most, and little."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from desktop_app.mail.calendar.calendar_file import read_invitation
from desktop_app.mail.message.access import parts_bytes
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.original import read_original
from desktop_app.mail.message.parse import parse
from desktop_app.mail.words.mail_signs import read_signs
from tests.crafted.stops import SIZES, STOPS, USUAL
from tests.depths import in_depth, one_in
from tests.growth.doubling import MOST_RATIO, growth

MOST_SECONDS = 3.0
MOST_MEMORY = 150_000_000


def invited(raw: bytes) -> object:
    """What the invitations of a mail are read as."""
    ids = [part.id for part in parse(raw).attachments]
    return [read_invitation(data) for data in parts_bytes(raw, frozenset(ids)).values()]


READERS: tuple[Callable[[bytes], object], ...] = (
    parse,
    read_body,
    read_original,
    lambda raw: read_signs(raw, 1, frozenset()),
    invited,
)


def read(raw: bytes) -> None:
    for reader in READERS:
        reader(raw)


LONG = {"siblings", "options", "at rules", "unclosed quotes"}
SOON = [name for name in STOPS if name not in LONG]
"""Of those that are read while memory is followed."""


@one_in(5)
@pytest.mark.parametrize("name", STOPS)
def test_such_a_mail_takes_little(name: str) -> None:
    raw = STOPS[name](SIZES.get(name, USUAL))
    begun = time.thread_time()
    read(raw)
    assert time.thread_time() - begun < MOST_SECONDS


@one_in(5)
@pytest.mark.parametrize("name", in_depth(STOPS, SOON))
def test_such_a_mail_takes_little_memory(name: str) -> None:
    raw = STOPS[name](SIZES.get(name, USUAL))
    tracemalloc.start()
    try:
        read(raw)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY


@one_in(5)
@pytest.mark.parametrize("name", STOPS)
def test_twice_as_much_takes_twice_as_long_at_most(name: str) -> None:
    make = STOPS[name]

    def work(size: int) -> Callable[[], object]:
        raw = make(size)
        return lambda: read(raw)

    assert growth(work, SIZES.get(name, USUAL)) <= MOST_RATIO


@one_in(5)
@pytest.mark.parametrize("name", STOPS)
def test_the_words_of_such_a_mail_are_shown(name: str) -> None:
    raw = STOPS[name](SIZES.get(name, USUAL))
    body = read_body(raw)
    assert "words" in body.text or name in {"options", "at signs"}
    assert len(parse(raw).raw) == len(raw)
