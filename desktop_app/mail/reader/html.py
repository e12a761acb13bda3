"""HTML mail as the Reader shows it: safe, in one column, the same as HTML and as text.

Hidden words are removed and reported, links checked, remote pictures counted and never loaded.
Never raises; beyond its budget it gives the text alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby, islice

from selectolax.lexbor import LexborHTMLParser

from desktop_app.mail.hidden import hidden
from desktop_app.mail.hidden.alarms import is_alarming, speaks_to_programs
from desktop_app.mail.hidden.hidden import Found
from desktop_app.mail.hidden.marks import unmarked, with_marks, without_passages
from desktop_app.mail.hidden.markup import within
from desktop_app.mail.hidden.passages import COMPARED
from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.hidden.visible import stripped
from desktop_app.mail.reader import quote
from desktop_app.mail.reader.blocks import Block, joined
from desktop_app.mail.reader.design import Design
from desktop_app.mail.reader.footers import footer_start, is_web_version
from desktop_app.mail.reader.linearise import Linearised, linearise
from desktop_app.mail.reader.plain import plain_html
from desktop_app.mail.reader.remote import Remote, look_for
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.model.message import Link

MOST_CHARACTERS = 2_000_000
MOST_TAGS = 40_000
DEEPEST = 1_500
_MOST_FOUND, _LONGEST = 200, 2_000
"""Hidden or doubtful passages that are told, and the characters of each."""

_MAY_HIDE = re.compile(r"<style|<link|\bstyle\s*=|\bhidden\b|color\s*=|&#", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HtmlReading:
    """Fields of `Body` that come from an HTML text; `html` and `html_quoted` are sanitised.
    `is_beyond`: its style sheets are beyond what is worked out."""

    html: str
    text: str
    html_quoted: str = ""
    quoted_from: int = -1
    hidden_text: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    alarming: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    remote_images: int = 0
    trackers: int = 0
    simplified: bool = False
    is_beyond: bool = False


def read_html(html: str, *, anew: bool = False) -> HtmlReading:
    """`html` read for the Reader (see `HtmlReading`). `anew`: its words are not looked at but
    written into a mail, so that the words of a link are whole and an underlined word is one."""
    if len(html) > MOST_CHARACTERS or not within(html, tags=MOST_TAGS, depth=DEEPEST):
        return _simplified(html)
    tree = LexborHTMLParser(html)
    remote, design = look_for(tree), Design(tree)
    told = hidden.take_out(tree, html.count("<"))
    return _reading(linearise(tree, design, told.apart, anew=anew), told, remote)


def _reading(found: Linearised, of: Found, remote: Remote) -> HtmlReading:
    fresh, history = fold(found.blocks)
    text = joined(fresh + history)
    targets = " ".join(link.target for link in found.links)[:COMPARED]
    seen = f"{_flat(unmarked(text))} {targets}"
    unseen = islice(dict.fromkeys(u.words[:_LONGEST] for u in of.unseen), 2 * _MOST_FOUND)
    told = tuple(dict.fromkeys([*(w for w in unseen if w not in seen), *found.smuggled]))
    told = told[:_MOST_FOUND]
    alarming = [w for w in told if w in found.smuggled or is_alarming(w, seen)]
    passages = tuple(dict.fromkeys(words[:_LONGEST] for words in of.doubtful))
    spoken = tuple(islice(filter(speaks_to_programs, passages), _MOST_FOUND))
    plain = f"{_flat(without_passages(text))} {targets}"
    alarming += [words for words in spoken if words not in plain]
    return HtmlReading(
        html=sanitise(_set(fresh)),
        text=text,
        html_quoted=sanitise("".join(b.html for b in history)),
        quoted_from=len(text) - len(joined(history)) if history else -1,
        hidden_text=told,
        doubtful=tuple(dict.fromkeys([*passages[:_MOST_FOUND], *spoken])),
        alarming=tuple(alarming),
        links=tuple(dict.fromkeys(found.links))[:1000],
        remote_images=remote.images,
        trackers=remote.trackers,
        is_beyond=of.is_beyond,
    )


def _flat(text: str) -> str:
    """What is looked at for words that stand there too."""
    return " ".join(text.split())[:COMPARED]


def _set(blocks: list[Block]) -> str:
    """The markup of what is fresh, with signature and footer as parts of their own."""
    end = len(blocks)
    while end and blocks[end - 1].is_air:
        end -= 1
    foot = footer_start(blocks[:end])
    parts = groupby(
        enumerate(blocks[:end]),
        lambda each: _kind(each[1], is_foot=each[0] >= foot, leads=each[0] < 3),
    )
    return "".join(_part(kind, [block for _, block in found]) for kind, found in parts)


def _kind(block: Block, *, is_foot: bool, leads: bool) -> str:
    if is_foot or (leads and is_web_version(block)):
        return "foot"
    return "sign" if block.sign else ""


def _part(kind: str, blocks: list[Block]) -> str:
    markup = "".join(b.html for b in blocks)
    return f'<div class="{kind}">{markup}</div>' if kind else markup


def fold(blocks: list[Block]) -> tuple[list[Block], list[Block]]:
    """The fresh blocks and the quoted history at their end, found by marks or by words."""
    index = next((n for n, b in enumerate(blocks) if b.quote and b.text), len(blocks))
    if any(not b.quote and b.text for b in blocks[index:]):
        index = len(blocks)  # something fresh follows: nothing may be folded away
    offset = quote.history_start(joined(blocks[:index]), bare=False)
    if offset >= 0:
        index = min(index, _block_at(blocks, offset))
    while 0 < index < len(blocks) and quote.is_attribution(blocks[index - 1].text):
        index -= 1
    if not any(b.text for b in blocks[:index]) or _is_forward(blocks[index:]):
        return blocks, []
    return blocks[:index], blocks[index:]


def _block_at(blocks: list[Block], offset: int) -> int:
    """The first block that starts at or after `offset` of their joined text."""
    position, gap = 0, 0
    for index, block in enumerate(blocks):
        position += max(gap, block.gap) if index else 0
        if position >= offset:
            return index
        position += len(block.text)
        gap = block.gap
    return len(blocks)


def _is_forward(blocks: list[Block]) -> bool:
    return any(
        re.match(r"\W*(?:begin )?forwarded message", b.text, re.IGNORECASE) for b in blocks[:2]
    )


def _simplified(html: str) -> HtmlReading:
    """The text alone. What a page with styles would hide nobody knows: all of it is doubtful."""
    text, carried = reveal(stripped(html[:MOST_CHARACTERS])[:MOST_CHARACTERS])
    is_doubtful = _MAY_HIDE.search(html[:MOST_CHARACTERS]) is not None
    if is_doubtful:
        text = "\n".join(with_marks(line) if line else "" for line in text.split("\n"))
    markup, found = plain_html(text)
    told = tuple(carried)[:_MOST_FOUND]
    return HtmlReading(
        html=markup,
        text=text,
        hidden_text=told,
        alarming=told,
        links=tuple(found)[:1000],
        simplified=True,
        is_beyond=is_doubtful,
    )
