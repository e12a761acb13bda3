"""Passes over what other mail programs write: twice the text is at most some twice the work."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pytest

from desktop_app.accounts.local import emlx
from desktop_app.accounts.local.labels import from_keywords, is_deleted
from desktop_app.accounts.moving.mork import read_index
from desktop_app.accounts.moving.mozilla_cards import cards_of
from desktop_app.accounts.moving.mozilla_filters import read_filters
from desktop_app.accounts.moving.prefs import read_prefs
from desktop_app.mail.wire import moved_fields
from tests.growth.doubling import MOST_RATIO, growth

SIZE = 60_000
MORK = b'// <!-- <mdb:mork:z v="1.4"/> -->\n< <(a=c)> (80=ns:msg:db:row:scope:msgs:all)>\n'
PASSES: tuple[tuple[str, bytes, Callable[[bytes], object]], ...] = (
    ("prefs", b'user_pref("mail.', read_prefs),
    ("mork", MORK, read_index),
    ("mork table", MORK + b"{1:^80 ", read_index),
    ("mork row", MORK + b"[1:^80(^80=", read_index),
    ("mork group", MORK + b"@$$" + b"{1{@ ", read_index),
    ("filters", b'name="', lambda data: deque(read_filters(data), 0)),
    ("condition", b'name="a"\ncondition="AND (', lambda data: deque(read_filters(data), 0)),
    ("emlx", b"5\nabcde<key>flags</key>", emlx.split),
    ("moved", moved_fields.FIELD, moved_fields.without),
    (
        "marks",
        b"X-Mozilla-Keys: ",
        lambda data: (from_keywords(data, [("a", "b")]), is_deleted(data)),
    ),
    ("card", b"", lambda data: deque(cards_of([("1", "_vCard", data.decode())], []), 0)),
)
UNITS = (
    *(b"<", b"(", b"[", b"{", b"}", b"^", b"$", b"@", b"-", b"=", b":", b"\\", b'"', b"'", b"1"),
    *(
        b" ",
        b"\n",
        b"a ",
        b"<(",
        b"(1=a)",
        b"<(1=a)>",
        b"[1(",
        b"[1:^80(^80=1)]",
        b"{1:^80 ",
        b"{(",
    ),
    *(
        b"@$$" + b"{1{@",
        b"@$$}1}@",
        b'\\"',
        b"//",
        b"// a\n",
        b'user_pref("mail.a", 1);\n',
        b"\\x41",
    ),
    *(b"X-Mozilla-Status: 1\n", b"X-Draftdesk-Labels: a\n", b"AND (a,b,c) ", b"AND (a", b"%41 "),
)


@pytest.mark.parametrize(("name", "head", "read"), PASSES, ids=[name for name, *_ in PASSES])
def test_twice_the_text_is_twice_the_work(
    name: str, head: bytes, read: Callable[[bytes], object]
) -> None:
    def work(unit: bytes) -> Callable[[int], Callable[[], object]]:
        def made(size: int) -> Callable[[], object]:
            text = head + unit * (size // len(unit))
            return lambda: read(text)

        return made

    for unit in UNITS:
        ratio = growth(work(unit), SIZE)
        assert ratio <= MOST_RATIO, (name, unit)
