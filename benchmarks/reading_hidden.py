"""Hidden text: ways to hide taken out, doubtful ones marked, harmless designs left alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from benchmarks.rows import Row
from benchmarks.sender_mails import LEGITIMATE_HOUSES, corpora, ours
from desktop_app.mail.hidden.marks import END, MARK, without_passages
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from tests.crafted.hiding import DESIGNS, DOUBTFUL, SECRET, WAYS, with_words
from tests.mcp_bridge.hiding import MAILS, OBEY

CORPORA = Path(os.environ.get("DRAFTDESK_CORPORA", "../shared/corpora"))
"""Where collections of mail lie; without them that row is left out."""

_HEAD = b"From: Dana <dana@lee.example>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
_WORDS = "Read more here"


def rows() -> list[Row]:
    """What becomes of hidden words, of doubtful ones and of those that are seen."""
    found = [
        _all("ways to hide, words taken out and told", WAYS, taken_out),
        _all("the same, words in neither snippet nor index", WAYS, not_stored),
        _all("doubtful ways, words kept and marked", DOUBTFUL, marked),
        _all("harmless designs, words kept and not marked", DESIGNS, left_alone),
        _bridge(),
    ]
    if CORPORA.is_dir():
        everyday = [m.raw for m in (*corpora(CORPORA), *ours("legitimate.txt", LEGITIMATE_HOUSES))]
        found.append(_everyday(everyday))
    return found


def taken_out(page: str) -> bool:
    """Whether the words of `page` are nowhere but among the hidden text."""
    body = read_body(_mail(with_words(page)))
    told = any(SECRET in words for words in body.hidden_text)
    return told and SECRET not in body.text + body.html + body.html_quoted


def not_stored(page: str) -> bool:
    """Whether the words are in nothing that is stored for rows and searches."""
    stored = parse(_mail(with_words(page)))
    return SECRET not in stored.snippet + stored.text


def marked(page: str) -> bool:
    """Whether the words stand between marks, and the reader is told."""
    body = read_body(_mail(with_words(page)))
    return f"{MARK}{SECRET}{END}" in body.text and SECRET in body.doubtful


def left_alone(page: str) -> bool:
    """Whether the words stand as they are, with no mark."""
    return _WORDS in _unmarked_words(_mail(with_words(page, _WORDS)))


def _mail(page: str) -> bytes:
    return _HEAD + page.encode()


def _all(what: str, pages: Mapping[str, str], holds: Callable[[str], bool]) -> Row:
    failed = [name for name, page in pages.items() if not holds(page)]
    figure = f"{len(pages) - len(failed)} of {len(pages)}"
    if failed:
        figure += f" ({', '.join(failed[:5])})"
    return Row(what, figure, "all", not failed)


def _bridge() -> Row:
    """The mails that are read over the bridge in its tests."""
    leaked = [name for name, raw in MAILS.items() if OBEY in _unmarked_words(raw)]
    figure = f"{len(MAILS) - len(leaked)} of {len(MAILS)}"
    return Row(
        "mails of the bridge's tests, words not in the text or marked", figure, "all", not leaked
    )


def _unmarked_words(raw: bytes) -> str:
    return without_passages(read_body(raw).text)


def _everyday(mails: Iterable[bytes]) -> Row:
    bodies = [read_body(raw) for raw in mails]
    count = sum(bool(body.doubtful) for body in bodies)
    what = "corpora and legitimate mail with a mark"
    share = f"{count} of {len(bodies)} ({count / len(bodies):.1%})"
    return Row(what, share, "1% or less", count <= 0.01 * len(bodies))
