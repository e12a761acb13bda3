"""Every public pass of `mail/` over a text: twice the text is at most some twice the work."""

from __future__ import annotations

import datetime as dt
import importlib
import inspect
import pkgutil
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

import desktop_app.mail
from desktop_app.mail.cards.cards import ReadCard, read_cards
from desktop_app.mail.drafts.template_fields import Known as TemplateKnown
from desktop_app.mail.drafts.template_fields import fill
from desktop_app.mail.files.extract import file_words
from desktop_app.mail.files.file_preview import preview_of
from desktop_app.mail.files.file_risks import why_not
from desktop_app.mail.files.office import DamagedFile
from desktop_app.mail.hidden.style.looks import Look
from desktop_app.mail.hidden.style.selectors import TooMuch
from desktop_app.mail.message.withheld import without
from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput
from tests.depths import in_depth
from tests.growth.doubling import growth

SIZE = 8_000
MOST = 2.6
"""A sort and what the memory costs are in it; a square is 4."""

SHARES = 8
"""In a campaign every pass reads everything; else each its share, and all together everything."""
LONG = {"statements.statements"}
"""It takes seconds for its share."""

UNITS = (
    *(
        '"',
        "(",
        "<",
        "[",
        "@",
        "&",
        ":",
        ";",
        ",",
        ".",
        "-",
        "=",
        "\\",
        "1",
        "a",
        "A",
        " ",
        "\n",
        "é",
    ),
    *("a ", "A ", "a\n", "> ", '\\"', "1 ", "10:00 ", "EUR 1 ", "Dear Anna,\n", "Could you? "),
    *("a@b.c ", "http://a.b/", "<a@b>", "a: b\n", "On 1 a wrote:\n", "=?utf-8?q?a?= ", ';a="'),
    *(
        "a:b;",
        "url(",
        "var(--a)",
        "<b>",
        "<p>a",
        "<!--",
        "<option>",
        "BEGIN:VEVENT\n",
        "BEGIN:VCARD\n",
        "“a” ",
    ),
)
"""What repeats. Signs alone, words, and the beginnings of what passes look for the end of."""

HEADS: tuple[bytes, ...] = (
    b"",
    b"Cc: ",
    b"Content-Type: text/html\n\n",
    b"Content-Type: text/html\n\n<style>",
    b"Content-Type: multipart/mixed; boundary=a\n\n--a\n",
    b"Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n",
)
"""What a mail begins with; bytes that are no mail begin with the first."""

GIVEN: dict[str, object] = {
    "server": "mx.example",
    "language": "en",
    "limit": 100_000,
    "content_type": "text/plain",
    "today": dt.date(2026, 1, 5),
    "inherited": 16.0,
    "em": 16.0,
    "seen": "a b c",
    "attributes": {},
    "look": Look(),
    "theme": {},
    "year": 2026,
    "attachment_id": "1",
    "content_id": "a",
    "wanted": frozenset({"1"}),
    "own": frozenset({"a@b.c"}),
    "message": 1,
    "now": 0,
    "tags": 40_000,
    "depth": 1_500,
    "enough": 1_500,
    "to": (),
    "said": frozenset(),
    "sources": "a b c",
    "source": "a b c",
    "found": (),
    "there": (),
    "_": (),
    "other": "b",
    "known": "anna@b.c",
    "doubted": (),
    "pictures": {},
    "charset": "",
    "size": "auto",
    "target": "https://a.example/",
    "writer": Address("Anna Berg", "anna@b.c"),
    "from_": Address("Anna Berg", "anna@b.c"),
    "draft_id": "d",
    "revision": 1,
    "what": "greeting",
    "words": "Dear Anna",
    "data": b"words",
    "value": "a b c",
    "given": ["1px"],
    "operator": b"Tj",
    "filename": "invite.ics",
    "encoding": "quoted-printable",
    "person": Address("Anna Berg", "anna@b.c"),
    "quoted": "a b c\nA",
    "signature": "Anna Berg\na",
    "sender": "Anna Berg",
    "most": 1_000_000,
}
"""Arguments beside the text, by the name of the parameter."""

LEFT_OUT: dict[str, str] = {
    "drafts.template_fields.fill": "a pass of its own below: it takes a `Known`",
    "calendar.calendar_file.answer_file": "reads what read_invitation reads, then writes",
    "calendar.calendar_lines.calendars": "read_invitation bounds it; raises what the library does",
    "claims.carried.carried": "tests/mail/claims/test_carried.py: takes what `seen` knows",
    "claims.claim_numbers.number_key": "one number that a pass has found",
    "wire.encode.address_field": "writes own addresses",
    "wire.encode.folded": "writes words that encoded_words made",
    "wire.encode.ids_field": "writes ids that message_ids found",
    "wire.encode.parameter": "writes a name of at most 200 characters",
    "wire.encode.text_field": "writes a subject that was cleaned",
    "files.extract.attachment_text": "as file_words",
    "message.parse.from_tree": "the second half of parse",
    "message.withheld.without": "a pass of its own below: it takes what is wanted",
    "words.asking_phrases.phrases": "rows of our own tables",
    "drafts.dated.with_date": "own drafts",
    "drafts.reopen.named": "own drafts",
    "drafts.reopen.reopen": "own drafts",
    "drafts.compose.new_message_id": "own domain",
    "claims.contradictions.rules.contradictions": "runs the passes of the files beside it",
    "claims.derived.derived_places": "tests/mail/claims/test_derived.py: places in a draft",
}
"""Those that read no stranger's text themselves, or nothing that is not read by another here."""


@dataclass(frozen=True)
class Pass:
    name: str
    call: Callable[..., object]
    is_bytes: bool
    rest: dict[str, object]


def public_passes() -> Iterator[tuple[str, Callable[..., object], inspect.Signature]]:
    """Public functions of `mail/` whose first argument is a text."""
    for info in pkgutil.walk_packages(desktop_app.mail.__path__, "desktop_app.mail."):
        module = importlib.import_module(info.name)
        for name, value in sorted(vars(module).items()):
            plain = inspect.unwrap(value) if callable(value) else None
            if name.startswith("_") or not inspect.isfunction(plain):
                continue
            if plain.__module__ != info.name:
                continue
            signature = inspect.signature(plain)
            first = next(iter(signature.parameters.values()), None)
            if first is not None and first.annotation in {"str", "bytes"}:
                yield f"{info.name.removeprefix('desktop_app.mail.')}.{name}", plain, signature


def prepared() -> tuple[list[Pass], list[str]]:
    """Passes that can be called, and those that nothing is known to call with."""
    passes, unknown = [], []
    for name, call, signature in public_passes():
        if name in LEFT_OUT:
            continue
        first, *others = signature.parameters.values()
        needed = [p.name for p in others if p.default is p.empty]
        if [p for p in needed if p not in GIVEN]:
            unknown.append(name)
        else:
            rest = {p: GIVEN[p] for p in needed}
            passes.append(Pass(name, call, first.annotation == "bytes", rest))
    return passes, unknown


def cards_in(data: bytes) -> list[ReadCard]:
    return list(read_cards(data.splitlines(keepends=True)))


PASSES, UNKNOWN = prepared()
KNOWN = TemplateKnown(Address("Alex", "alex@x.example"), dt.date(2026, 1, 5))
PASSES += [
    Pass("fill a template", lambda text: fill(text, KNOWN), False, {}),
    Pass(
        "a mail without its files",
        lambda d: without(d, subject=True, text=True, files=False),
        True,
        {},
    ),
    Pass(
        "a mail without its text",
        lambda d: without(d, subject=False, text=False, files=False),
        True,
        {},
    ),
    Pass("file_words of text", lambda d: file_words("a.txt", "text/plain", d, 100_000), True, {}),
    Pass("file_words of HTML", lambda d: file_words("a.html", "text/html", d, 100_000), True, {}),
    Pass("preview_of a file", lambda d: preview_of("a.txt", "text/plain", d), True, {}),
    Pass("why_not of a file", lambda d: why_not("a.txt", d), True, {}),
    Pass("read_cards of a file", cards_in, True, {}),
    Pass("read_cards of a card", lambda d: cards_in(b"BEGIN:VCARD\nVERSION:2.1\n" + d), True, {}),
    Pass(
        "read_cards of a name", lambda d: cards_in(b"BEGIN:VCARD\nVERSION:4.0\nFN:" + d), True, {}
    ),
]
"""Whose text comes behind its name."""


def test_every_public_pass_is_called_or_left_out_for_a_reason() -> None:
    assert UNKNOWN == []


def test_nothing_is_left_out_that_is_not_there() -> None:
    there = {name for name, _, _ in public_passes()}
    assert {name for name in LEFT_OUT if name not in there} == set()
    assert len(PASSES) > 150


def called(one: Pass, head: bytes, unit: str) -> Callable[[int], Callable[[], object]]:
    def work(size: int) -> Callable[[], object]:
        text = unit * (size // len(unit))
        given: object = head + text.encode("utf-8", "replace") if one.is_bytes else text

        def run() -> None:
            try:
                found = one.call(given, **one.rest)
                if isinstance(found, Iterator):
                    deque(found, maxlen=0)
            except (TooMuch, BadInput, LookupError, DamagedFile):
                return

        return run

    return work


IN_EVERY_RUN = [(one, SHARES) for one in PASSES if one.name not in LONG]
IN_A_CAMPAIGN = [(one, 1) for one in PASSES]


@pytest.mark.parametrize(
    ("one", "shares"),
    in_depth([*IN_EVERY_RUN, *IN_A_CAMPAIGN], len(IN_EVERY_RUN)),
    ids=[f"{one.name}-{shares}" for one, shares in (*IN_EVERY_RUN, *IN_A_CAMPAIGN)],
)
def test_twice_the_text_is_twice_the_work(one: Pass, shares: int) -> None:
    takes_mail = one.is_bytes and next(iter(inspect.signature(one.call).parameters)) == "raw"
    slow = []
    share = UNITS[zlib.crc32(one.name.encode()) % shares :: shares]
    for head in HEADS if takes_mail else HEADS[:1]:
        for unit in share:
            ratio = growth(called(one, head, unit), SIZE)
            if ratio > MOST:
                slow.append((head, unit, round(ratio, 1)))
    assert slow == []
