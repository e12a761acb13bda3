"""Answers of a batch are read one by one, whatever pieces they come in; what is none is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.google.batch import Answer, NotABatch, answers, batch_body
from tests.fakes.google.batch import join, split

REPLIES: list[tuple[str, int, dict[str, str], bytes]] = [
    ("<response-0>", 200, {}, b'{"id": "one"}'),
    ("<response-1>", 429, {"Retry-After": "9"}, b'{"error": {}}\r\n--almost a boundary'),
    ("<response-2>", 404, {}, b""),
]


def whole() -> tuple[str, bytes]:
    return join([(r[0].replace("response-", ""), r[1], r[2], r[3]) for r in REPLIES])


def test_what_is_asked_is_what_a_server_reads() -> None:
    inner = split(*batch_body(["/gmail/v1/users/me/messages/a?format=raw", "/b"]))
    assert [(one.content_id, one.verb, one.target) for one in inner] == [
        ("<0>", "GET", "/gmail/v1/users/me/messages/a?format=raw"),
        ("<1>", "GET", "/b"),
    ]


@given(st.lists(st.integers(1, 700), max_size=12))
def test_the_answers_are_the_same_in_whatever_pieces_they_come(cuts: list[int]) -> None:
    content_type, body = whole()
    edges = [0, *sorted(min(cut, len(body)) for cut in cuts), len(body)]
    pieces = [body[a:b] for a, b in pairwise(edges)]
    read = list(answers(content_type, pieces))
    assert [(a.number, a.status, a.body.rstrip(b"\r\n")) for a in read] == [
        (n, status, data) for n, (_, status, _, data) in enumerate(REPLIES)
    ]
    assert read[1].head["retry-after"] == "9"


def test_an_answer_is_handed_out_before_the_next_is_read() -> None:
    content_type, body = whole()
    taken: list[int] = []

    def pieces() -> Iterator[bytes]:
        for at in range(0, len(body), 16):
            taken.append(at)
            yield body[at : at + 16]

    first: Answer = next(answers(content_type, pieces()))
    assert first.number == 0
    assert taken[-1] < body.index(b"response-1") + 32


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/html", b"<html>"),
        ("multipart/mixed", b"--x--"),
        ("multipart/mixed; boundary=x", b"--x\r\n\r\n--x--"),
        (
            "multipart/mixed; boundary=x",
            b"--x\r\nContent-ID: <response-0>\r\n\r\nHTTP\r\n\r\n--x--",
        ),
        (
            "multipart/mixed; boundary=x",
            b"--x\r\nContent-ID: <response--1>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}\r\n--x--",
        ),
        (
            "multipart/mixed; boundary=x",
            b"--x\r\nContent-ID: <response-99999>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}\r\n--x--",
        ),
    ],
)
def test_what_is_no_batch_is_refused(content_type: str, body: bytes) -> None:
    with pytest.raises(NotABatch):
        list(answers(content_type, [body]))


def test_a_part_without_an_end_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.accounts.google.batch.MOST_BYTES", 10_000)
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        yield b"--x\r\n"
        while True:
            taken += 1000
            yield b"y" * 1000

    with pytest.raises(NotABatch):
        list(answers("multipart/mixed; boundary=x", endless()))
    assert taken < 12_000


@given(st.binary(max_size=300))
def test_bytes_of_any_kind_are_answers_or_refused(body: bytes) -> None:
    try:
        list(answers("multipart/mixed; boundary=x", [b"--x\r\n", body, b"\r\n--x--"]))
    except NotABatch:
        return
