"""Body of one message as the Reader shows it: text, safe HTML, warnings.

Never raises. A model is given the same text that a person sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.hidden.visible import index_text
from desktop_app.mail.message.access import attachment_bytes, header_fields, inline_part
from desktop_app.mail.message.leaves import calendar_texts, is_body, words_of
from desktop_app.mail.message.parse import is_answer
from desktop_app.mail.reader import quote
from desktop_app.mail.reader.html import HtmlReading, read_html
from desktop_app.mail.reader.plain import plain_html, unflowed
from desktop_app.mail.senders.authentication import proof_warning, refuted_on_the_way
from desktop_app.mail.senders.letterhead import Letterhead, read_letterhead
from desktop_app.mail.senders.link_signs import link_warnings, misleading, web_hosts
from desktop_app.mail.senders.own_side import OwnSide, Standing, side_of, standing_of
from desktop_app.mail.senders.senders import Around, sender_warnings
from desktop_app.mail.wire.parts import Part
from desktop_app.mail.wire.sealed import seal_warnings
from desktop_app.mail.wire.tree import read_tree
from desktop_app.model.message import Body, BodyWarning, Link, WarningKind

__all__ = ["attachment_bytes", "header_fields", "inline_part", "read_body"]

LONGEST_PLAIN = 1_000_000
_EVIDENCE = 500
_DESIGN = 50_000
"""Characters of a body that are looked at for what it tells about its sender."""

PLAIN_DIFFERS = "The plain-text version of this message says something else than what is shown."
_WORD = re.compile(r"\w{4,}")
_NAMED = re.compile(r"(?<![\w.-])((?:[\w-]{2,63}\.){1,4}[a-z]{2,18})(?![\w-])", re.IGNORECASE)


def read_body(raw: bytes, own: OwnSide | str = "") -> Body:
    """The body of the message `raw` (see `Body`). `own` is what the person's own side knows of it,
    or the domain of the account's own mail server alone, empty where none is known."""
    tree, problem = read_tree(raw)
    readings, plain_only = [], []
    shown = list(_shown(tree))
    answers = is_answer(tree.headers)
    for part, alternative in shown:
        readings.append(_read(part) if answers else _whole(_read(part)))
        if alternative is not None:
            plain_only.append((plain_text(alternative), readings[-1]))
    if not any(reading.text.strip() for reading in readings):
        readings += [_read_plain(text) for text in calendar_texts(tree) if text]
    reading = _one_after_another(readings)
    head = read_letterhead(tree.headers)
    standing = standing_of(head, raw, side_of(own))
    warnings = [*_about_message(tree, problem), *_about(reading, head, standing)]
    warnings += _about_the_way(raw, standing)
    warnings += sender_warnings(head, _around(reading, shown), standing)
    warnings += [w for text, html in plain_only for w in _says_something_else(text, html)]
    return Body(
        text=reading.text,
        html=reading.html,
        html_quoted=reading.html_quoted,
        quoted_from=reading.quoted_from,
        hidden_text=reading.hidden_text,
        doubtful=reading.doubtful,
        alarming=reading.alarming,
        designed=any(part.kind == "text/html" for part, _ in shown),
        links=reading.links,
        warnings=tuple(warnings),
        remote_images=reading.remote_images,
        trackers=reading.trackers,
        simplified=reading.simplified,
    )


def own_plain_text(raw: bytes) -> str:
    """The mail's own text part, which who sees its HTML does not see, with invisible characters
    made visible; empty where it has none beside the HTML."""
    tree, _ = read_tree(raw)
    texts = [plain_text(other) for _, other in _shown(tree) if other is not None]
    return "\n".join(reveal(text.strip("\n").rstrip())[0] for text in texts)


def head_warnings(raw: bytes, own: OwnSide | str = "") -> tuple[BodyWarning, ...]:
    """What is to be said of the sender by the head of a message alone."""
    head = read_letterhead(read_tree(raw)[0].headers)
    standing = standing_of(head, raw, side_of(own))
    return (*_about_the_way(raw, standing), *sender_warnings(head, standing=standing))


def _about_the_way(raw: bytes, standing: Standing) -> Iterator[BodyWarning]:
    """What mail servers found about the sender: the own one, or where it is silent any."""
    own = proof_warning(standing.found, list_of_theirs=standing.list_of_theirs)
    others = refuted_on_the_way(raw) if standing.silent else None
    yield from (warning for warning in (own, others) if warning is not None)


def _shown(part: Part) -> Iterator[tuple[Part, Part | None]]:
    """The text leaves to show, each with the plain text it was preferred to."""
    if not part.children:
        if is_body(part):
            yield part, None
    elif part.kind == "multipart/alternative":
        yield from _best(part)
    else:
        for child in part.children:
            yield from _shown(child)


def _best(part: Part) -> Iterator[tuple[Part, Part | None]]:
    choices = [list(_shown(child)) for child in part.children]
    choices = [choice for choice in choices if any(p.payload.strip() for p, _ in choice)]
    if not choices:
        return
    rich = next((c for c in choices if any(p.kind == "text/html" for p, _ in c)), None)
    if rich and len(choices) > 1 and not _has_words(rich):
        choices = [c for c in choices if c is not rich]
        pictures = [pair for pair in rich if b"<img" in pair[0].data.lower()]
        choices[0], rich = [*choices[0], *pictures], None
    chosen = rich or choices[0]
    plain = next(
        (p for c in choices if c is not rich for p, _ in c if p.kind == "text/plain"), None
    )
    for index, (leaf, other) in enumerate(chosen):
        yield leaf, (plain if index == 0 and rich else other)


def _has_words(choice: list[tuple[Part, Part | None]]) -> bool:
    return any(
        index_text(part.text).strip() if part.kind == "text/html" else part.payload.strip()
        for part, _ in choice
    )


def _read(part: Part) -> HtmlReading:
    if part.kind == "text/html":
        return read_html(part.text)
    return _read_plain(plain_text(part))


def plain_text(part: Part) -> str:
    """A text/plain part's text, its flowed lines joined (RFC 3676), capped."""
    text = words_of(part, part.text[:LONGEST_PLAIN])
    if part.params.get("format", "").lower() == "flowed":
        text = unflowed(text, delsp=part.params.get("delsp", "").lower() == "yes")
    return text


def _whole(reading: HtmlReading) -> HtmlReading:
    """With nothing folded: what answers no mail has no history, whatever it looks like."""
    html = reading.html + reading.html_quoted
    return replace(reading, html=html, html_quoted="", quoted_from=-1)


def _read_plain(text: str) -> HtmlReading:
    text, carried = reveal(text.strip("\n").rstrip())
    start = quote.history_start(text)
    html, links = plain_html(text if start < 0 else text[:start])
    quoted, more = plain_html(text[start:]) if start >= 0 else ("", [])
    return HtmlReading(
        html=html,
        text=text,
        html_quoted=quoted,
        quoted_from=start,
        hidden_text=tuple(carried)[:200],
        alarming=tuple(carried)[:200],
        links=tuple(links + more)[:1000],
    )


def _one_after_another(readings: list[HtmlReading]) -> HtmlReading:
    """Several text parts as one; only the history of the last one stays folded."""
    if not readings:
        return HtmlReading("", "")
    *before, last = readings
    if not before:
        return last
    text = "\n\n".join(r.text for r in before if r.text)
    offset = len(text) + 2 if text and last.text else len(text)
    everything = [*before, last]
    return replace(
        last,
        text=f"{text}\n\n{last.text}" if text and last.text else text + last.text,
        html="".join(r.html + r.html_quoted for r in before) + last.html,
        quoted_from=last.quoted_from + offset if last.quoted_from >= 0 else -1,
        hidden_text=tuple(h for r in everything for h in r.hidden_text),
        alarming=tuple(a for r in everything for a in r.alarming),
        links=tuple(link for r in everything for link in r.links),
        remote_images=sum(r.remote_images for r in everything),
        doubtful=tuple(d for r in everything for d in r.doubtful),
        trackers=sum(r.trackers for r in everything),
        simplified=any(r.simplified for r in everything),
        is_beyond=any(r.is_beyond for r in everything),
    )


def _about_message(tree: Part, problem: str) -> Iterator[BodyWarning]:
    if problem:
        yield BodyWarning(WarningKind.UNPARSED, problem)
    yield from seal_warnings(tree)


def _around(reading: HtmlReading, shown: list[tuple[Part, Part | None]]) -> Around:
    """What the body tells about its sender."""
    html = (part.text[:_DESIGN] for part, _ in shown if part.kind == "text/html")
    designed = bool(reading.remote_images) or any("<table" in text.lower() for text in html)
    named = (name for found in _NAMED.findall(reading.text[:_DESIGN]) if (name := found.lower()))
    return Around(web_hosts(reading.links), frozenset(named), designed)


def _about(reading: HtmlReading, head: Letterhead, standing: Standing) -> Iterator[BodyWarning]:
    yield from _about_sight(reading)
    yield from link_warnings(reading.links, head)
    yield from _about_links(list(misleading(reading.links, head, standing)))
    if reading.remote_images:
        count = reading.remote_images
        noun = "picture was" if count == 1 else "pictures were"
        yield BodyWarning(WarningKind.REMOTE_CONTENT, f"{count} remote {noun} not loaded.")
    if reading.trackers:
        sentence = "The sender would learn that you opened this message: a tracker was blocked."
        yield BodyWarning(WarningKind.TRACKER, sentence)
    if reading.simplified:
        sentence = (
            "This message is too complex to lay out; its text is shown,"
            " with what its design may hide."
        )
        yield BodyWarning(WarningKind.SIMPLIFIED, sentence)


def _about_sight(reading: HtmlReading) -> Iterator[BodyWarning]:
    """What alarms of the words that are hidden or hard to see, and that nobody knows which are."""
    alarming = set(reading.alarming)
    hidden = [text[:_EVIDENCE] for text in reading.hidden_text if text in alarming][:20]
    if hidden:
        sentence = "This message holds text that a reader can't see."
        yield BodyWarning(WarningKind.HIDDEN_TEXT, sentence, tuple(hidden))
    doubtful = [text[:_EVIDENCE] for text in reading.doubtful if text in alarming][:20]
    if reading.is_beyond:
        sentence = (
            "The styles of this message are beyond what is worked out here: all of its text is"
            " marked as hard to see, whether it is or not."
        )
        yield BodyWarning(WarningKind.HARD_TO_SEE, sentence, tuple(doubtful))
    elif doubtful:
        sentence = "A passage of this message is hard to see; it is marked where it stands."
        yield BodyWarning(WarningKind.HARD_TO_SEE, sentence, tuple(doubtful))


def _about_links(odd: list[Link]) -> Iterator[BodyWarning]:
    """One warning, however many links there are."""
    if not odd:
        return
    sentence = f"A link shows {odd[0].mismatch[:200]} but goes somewhere else."
    if len(odd) > 1:
        sentence = f"{len(odd):,} links show another address than the one they go to."
    evidence = tuple(f"{link.text[:200]} → {link.target}"[:_EVIDENCE] for link in odd)
    yield BodyWarning(WarningKind.LINK_MISMATCH, sentence, evidence)


def _says_something_else(plain: str, shown: HtmlReading) -> Iterator[BodyWarning]:
    """A warning where the plain-text version has other words than the HTML one: nobody sees
    those."""
    words = set(_WORD.findall(plain.lower()[:100_000]))
    seen = set(
        _WORD.findall(f"{shown.text} {' '.join(link.target for link in shown.links)}".lower())
    )
    if len(words) >= 12 and len(words - seen) > 0.6 * len(words):
        yield BodyWarning(
            WarningKind.HIDDEN_TEXT,
            PLAIN_DIFFERS,
            (" ".join(plain.split())[:_EVIDENCE],),
        )
