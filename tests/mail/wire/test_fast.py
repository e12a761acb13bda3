"""mail.wire.fast against mail.wire.tolerant: whatever the fast reader accepts, both read alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.local.readers import discover, read
from desktop_app.mail.message.parse import from_tree
from desktop_app.mail.wire import fast, tolerant
from tests.mail.mails import library_mails, mail


def _agree(raw: bytes) -> bool:
    """Asserts that both read `raw` alike; False when the fast one declines."""
    tree = fast.read_tree(raw)
    if tree is None or not tree.headers:
        return False
    slow, problem = tolerant.read_tree(raw)
    one, other = from_tree(raw, tree, "", 0), from_tree(raw, slow, problem, 0)
    assert one == other
    assert [p.data for p in tree.leaves()] == [p.data for p in slow.leaves()]
    return True


@given(library_mails())
def test_both_readers_agree_on_mails_of_the_standard_library(raw: bytes) -> None:
    assert _agree(raw)


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    b"--a",
                    b"--a--",
                    b"--b",
                    b"--b--",
                    b"",
                    b"text",
                    b"--ab",
                    b" ",
                    b"--a ",
                    b"From x",
                ),
                *(
                    b"Content-Type: text/plain",
                    b"Content-Type: text/html; charset=utf-8",
                    b"\xc3\xa4",
                ),
                *(
                    b"Content-Type: multipart/mixed; boundary=b",
                    b"Content-Transfer-Encoding: base64",
                ),
            ]
        ),
        max_size=14,
    ),
    st.sampled_from([b"\n", b"\r\n"]),
)
def test_both_readers_agree_on_arranged_multiparts(lines: list[bytes], end: bytes) -> None:
    head = [b"From: a@b.example", b"Content-Type: multipart/mixed; boundary=a", b""]
    _agree(end.join([*head, *lines, b"--a--", b""]))


@pytest.mark.corpora
def test_both_readers_agree_on_the_corpora(corpora: Path) -> None:
    taken = [_agree(i.raw) for s in discover([corpora]) for i in read(s) if not i.problem]
    assert sum(taken) > 300


@pytest.mark.parametrize(
    "raw",
    [
        b"From someone\nSubject: x\n\n",
        mail("Subject: x\nno colon here"),
        mail("Subject: caf\udce9"),
        mail("Content-Type: multipart/mixed; boundary=a", "--a\n\nnever closed\n"),
        mail("Content-Type: text/plain\nContent-Type: text/html"),
        mail("Content-Transfer-Encoding: x-uuencode"),
        mail("Content-Type: text/plain; charset=made-up"),
        mail("Content-Type: nonsense"),
        mail("Subject: a\rb"),
    ],
)
def test_the_fast_reader_declines_what_is_unusual(raw: bytes) -> None:
    assert fast.read_tree(raw) is None
