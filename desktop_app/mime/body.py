"""Body of one message as the Reader shows it: text, safe HTML, warnings.

Never raises. A model is given the same text that a person sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from desktop_app.mime import quote
from desktop_app.mime.access import attachment_bytes, header_fields, inline_part
from desktop_app.mime.authentication import Proof, proof_warning, verdict
from desktop_app.mime.html import HtmlReading, read_html
from desktop_app.mime.leaves import is_body
from desktop_app.mime.letterhead import Letterhead, read_letterhead
from desktop_app.mime.link_signs import link_warnings, misleading, web_hosts
from desktop_app.mime.parse import read_tree
from desktop_app.mime.parts import Part
from desktop_app.mime.plain import plain_html, unflowed
from desktop_app.mime.sealed import seal_warnings
from desktop_app.mime.senders import Around, sender_warnings
from desktop_app.mime.smuggled import reveal
from desktop_app.model.message import Body, BodyWarning, Link, WarningKind

__all__ = ["attachment_bytes", "header_fields", "inline_part", "read_body"]

LONGEST_PLAIN = 1_000_000
_EVIDENCE = 500
_DESIGN = 50_000
"""Characters of a body that are looked at for what it tells about its sender."""

_WORD = re.compile(r"\w{4,}")
_NAMED = re.compile(r"(?<![\w.-])((?:[\w-]{2,63}\.){1,4}[a-z]{2,18})(?![\w-])", re.IGNORECASE)


def read_body(raw: bytes, server: str = "") -> Body:
    """The body of the message `raw` (see `Body`). `server` is the domain of the account's own mail
    server, empty where it is not known (see `authentication.learned`)."""
    tree, problem = read_tree(raw)
    readings, plain_only = [], []
    shown = list(_shown(tree))
    for part, alternative in shown:
        readings.append(_read(part))
        if alternative is not None:
            plain_only.append((plain_text(alternative), readings[-1]))
    reading = _one_after_another(readings)
    head, found = read_letterhead(tree.headers), verdict(raw, server)
    vouched = found.proof is Proof.PASSED if server else bool(head.signed or head.bulk)
    warnings = [*_about_message(tree, problem), *_about(reading, head, vouched=vouched)]
    proof = proof_warning(found)
    warnings += [proof] if proof else []
    warnings += sender_warnings(head, _around(reading, shown), found.proof)
    warnings += [w for text, html in plain_only for w in _says_something_else(text, html)]
    return Body(
        text=reading.text,
        html=reading.html,
        html_quoted=reading.html_quoted,
        quoted_from=reading.quoted_from,
        hidden_text=reading.hidden_text,
        preheader=reading.preheader,
        doubtful=reading.doubtful,
        designed=any(part.kind == "text/html" for part, _ in shown),
        links=reading.links,
        warnings=tuple(warnings),
        remote_images=reading.remote_images,
        trackers=reading.trackers,
        simplified=reading.simplified,
    )


def head_warnings(raw: bytes, server: str = "") -> tuple[BodyWarning, ...]:
    """What is to be said of the sender by the head of a message alone."""
    found = verdict(raw, server)
    proof = proof_warning(found)
    head = read_letterhead(read_tree(raw)[0].headers)
    return (*([proof] if proof else []), *sender_warnings(head, proof=found.proof))


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
    chosen = rich or choices[0]
    plain = next(
        (p for c in choices if c is not rich for p, _ in c if p.kind == "text/plain"), None
    )
    for index, (leaf, other) in enumerate(chosen):
        yield leaf, (plain if index == 0 and rich else other)


def _read(part: Part) -> HtmlReading:
    if part.kind == "text/html":
        return read_html(part.text)
    return _read_plain(plain_text(part))


def plain_text(part: Part) -> str:
    """A text/plain part's text, its flowed lines joined (RFC 3676), capped."""
    text = part.text[:LONGEST_PLAIN]
    if part.params.get("format", "").lower() == "flowed":
        text = unflowed(text, delsp=part.params.get("delsp", "").lower() == "yes")
    return text


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
        preheader=everything[0].preheader,
        links=tuple(link for r in everything for link in r.links),
        remote_images=sum(r.remote_images for r in everything),
        doubtful=tuple(d for r in everything for d in r.doubtful),
        trackers=sum(r.trackers for r in everything),
        simplified=any(r.simplified for r in everything),
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


def _about(reading: HtmlReading, head: Letterhead, *, vouched: bool) -> Iterator[BodyWarning]:
    if reading.hidden_text:
        evidence = tuple(text[:_EVIDENCE] for text in reading.hidden_text[:20])
        yield BodyWarning(
            WarningKind.HIDDEN_TEXT, "This message holds text that a reader can't see.", evidence
        )
    if reading.doubtful:
        sentence = "A passage of this message is hard to see; it is marked where it stands."
        evidence = tuple(text[:_EVIDENCE] for text in reading.doubtful[:20])
        yield BodyWarning(WarningKind.HARD_TO_SEE, sentence, evidence)
    yield from link_warnings(reading.links, head)
    yield from _about_links(list(misleading(reading.links, head, vouched=vouched)))
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
            "The plain-text version of this message says something else than what is shown.",
            (" ".join(plain.split())[:_EVIDENCE],),
        )
