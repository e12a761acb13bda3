"""Messages of one start to another: what is written is read, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.errors import BadInput
from desktop_app.model.wish import Letter, Want, Wish
from desktop_app.ui.window.wish_message import MOST_BYTES, MOST_WISHES, read, whole, written

WORDS = st.text(st.characters(codec="utf-8"), max_size=40)
SOME = st.lists(WORDS, max_size=3).map(tuple)
LETTERS = st.builds(
    Letter, to=SOME, cc=SOME, bcc=SOME, subject=WORDS, body=WORDS, files=SOME, link=WORDS
)
WISHES = st.builds(
    Wish,
    want=st.sampled_from(Want),
    draft_id=WORDS,
    thread_id=st.integers(0, 2**53),
    place=WORDS,
    letter=LETTERS,
    paths=SOME,
)


@given(st.lists(WISHES, max_size=4), st.data())
def test_what_is_written_is_read_however_it_comes(wishes: list[Wish], data: st.DataObject) -> None:
    message = written(wishes)
    cut = data.draw(st.integers(0, len(message) - 1))
    assert whole(message[:cut]) is None
    body = whole(message)
    assert body is not None
    assert read(body) == tuple(wishes)


@given(st.binary(max_size=300))
def test_what_is_no_message_is_refused_and_breaks_nothing(data: bytes) -> None:
    try:
        body = whole(data)
        if body is not None:
            assert all(isinstance(wish, Wish) for wish in read(body))
    except ValueError:
        pass


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"draftdesk":2,"wishes":[]}',
        b'{"draftdesk":1,"wishes":[{"want":"send"}]}',
        b'{"draftdesk":1,"wishes":[{"want":"compose","letter":{"to":"a"}}]}',
        b'{"draftdesk":1,"wishes":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b'{"draftdesk":1,"wishes":[' + b",".join([b"{}"] * (MOST_WISHES + 1)) + b"]}",
        b'{"draftdesk":1,"wishes":[],"x":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b"\xff\xfe",
    ],
)
def test_other_versions_other_wants_and_other_shapes_are_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(body)


def test_a_message_is_bounded_on_both_sides() -> None:
    with pytest.raises(BadInput):
        written([Wish(letter=Letter(body="x" * MOST_BYTES))])
    with pytest.raises(BadInput):
        written([Wish()] * (MOST_WISHES + 1))
    with pytest.raises(BadInput):
        written([Wish(paths=("\udce9",))])
    with pytest.raises(ValueError, match="too large"):
        whole((MOST_BYTES + 1).to_bytes(4, "big"))
