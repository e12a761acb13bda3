"""Checks of a draft's words, one stretch of text at a time.

A regular expression holds the interpreter while it runs, some 0.3 s for half a megabyte, which
stalls the window. The text is therefore cut at line ends, which no pattern here crosses. The
findings of a stretch are cached, because the next save changes only one of them. Between two
stretches other threads may run, after some milliseconds of work.
"""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.mail.drafts.template_fields import FIELDS
from desktop_app.mail.reader.links import linkified
from desktop_app.mail.words.confidential import has_card_number, has_key
from desktop_app.model.message import Link

LONGEST = 2_048
"""Characters of a stretch, unless one line is longer."""
REACH = 512
"""Overlap of the pieces of a longer line: more than any match but an address's."""
WORK_SECONDS = 0.004
TURN_SECONDS = 0.001
"""So long is worked between two stretches, at least, and then paused."""
_REMEMBERED = 1_024
_ENDS = 16
"""One line in so many ends a stretch. Its own words alone decide, so an edit moves no other end."""

_FIELD_NAMES = "|".join(map(re.escape, FIELDS))
"""What a template leaves in square brackets where nothing is known."""

_PLACEHOLDER = re.compile(
    r"\{\{[^{}\n]{0,80}\}\}|\[(?:your |the |insert |add |my )?(?:full |first |last )?"
    r"(?:name|names|date|time|company|title|position|recipient|sender|address|phone|number|amount"
    r"|link|topic|subject|signature|location|details?|reason|team|project|product|day|city"
    r"|placeholder|tbd|todo|xxx?|\.\.\.|…|\?+|ihr name|datum|votre nom|nom|su nombre|nombre)\]"
    rf"|\[(?:{_FIELD_NAMES})\]"
    r"|\[rewrite: [^\[\]\n]{0,400}\]|\[(?:insert|add|your|fill|enter"
    r"|specify)\b[^\[\]\n]{0,80}\]|<(?:insert|your)\b[^<>\n]{0,60}>"
    r"|\bTODO\b|\bXXX+\b|\blorem ipsum\b",
    re.IGNORECASE,
)
_ATTACHED = re.compile(
    r"\b(?:attached|attachment|attachments|i(?:'ve| have)? attach|(?:see|find) (?:the )?enclosed"
    r"|enclosed (?:is|are|please)"
    r"|im anhang|anbei|angehängt|beigefügt|als anlage|ci-jointe?|pièces? jointes?"
    r"|adjunto|adjunta|adjuntos|en adjunto|in allegato|allegato|allego|em anexo|segue anexo|anexo"
    r"|bijgevoegd|bijlage|in bijlage|bifogad|bifogar|bifogat|vedhæftet|vedlagt|liitteenä|liitteessä"
    r"|w załączeniu|w załączniku|v příloze|přiložen\w*|ekte|во вложении|прикрепил\w*|у вкладенні)\b"
    r"|添付|附件|첨부|מצורף|مرفق",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """The first placeholder and the first mention of an attached file, as written (empty: none);
    links that show another host than their target's; whether there is a card number or an access
    key."""

    placeholder: str = ""
    attached: str = ""
    mismatched: tuple[Link, ...] = ()
    card: bool = False
    key: bool = False


def found_in(text: str) -> Found:
    """All findings in `text`, of any length."""
    found: list[Found] = []
    begun = time.perf_counter()
    for stretch in stretches(text):
        if time.perf_counter() - begun > WORK_SECONDS:
            time.sleep(TURN_SECONDS)
            begun = time.perf_counter()
        found.append(_found_in_stretch(stretch))
    return Found(
        next((f.placeholder for f in found if f.placeholder), ""),
        next((f.attached for f in found if f.attached), ""),
        tuple(link for f in found for link in f.mismatched),
        any(f.card for f in found),
        any(f.key for f in found),
    )


def stretches(text: str) -> Iterator[str]:
    """`text` in stretches of whole lines; the pieces of a very long line overlap."""
    if len(text) <= LONGEST:
        yield text
        return
    gathered: list[str] = []
    size = 0
    for line in _lines(text):
        if size + len(line) > LONGEST and gathered:
            yield "".join(gathered)
            gathered, size = [], 0
        if len(line) > LONGEST:
            yield from _pieces(line)
            continue
        gathered.append(line)
        size += len(line)
        if zlib.crc32(line.encode("utf-8", "surrogatepass")) % _ENDS == 0:
            yield "".join(gathered)
            gathered, size = [], 0
    yield "".join(gathered)


def _lines(text: str) -> Iterator[str]:
    """Lines with their ends; only a line feed ends one."""
    *whole, last = text.split("\n")
    yield from (f"{line}\n" for line in whole)
    yield last


def _pieces(line: str) -> Iterator[str]:
    """A line in pieces that begin and end at spaces, where there are any."""
    start = 0
    while len(line) - start > LONGEST:
        end = line.rfind(" ", start + LONGEST // 2, start + LONGEST)
        end = end if end > 0 else start + LONGEST
        yield line[start:end]
        space = line.find(" ", end - REACH, end)
        start = space if space > 0 else end - REACH
    yield line[start:]


@lru_cache(maxsize=_REMEMBERED)
def _found_in_stretch(text: str) -> Found:
    placeholder, attached = _PLACEHOLDER.search(text), _ATTACHED.search(text)
    return Found(
        placeholder[0] if placeholder else "",
        attached[0] if attached else "",
        tuple(link for link in linkified(text)[1] if link.mismatch),
        has_card_number(text),
        has_key(text),
    )
