"""A draft's content as it may leave: without invisible characters, and where there were any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from desktop_app.mail.drafts.clean_body import CLEANED, MARKS, clean_content
from desktop_app.mail.drafts.foreign_marks import without_certain_marks
from desktop_app.mail.hidden.invisible import has_invisible, in_characters, without_invisible
from desktop_app.mail.rich.document import without_line_ends
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.reading import own_document, read_foreign
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent

SUBJECT, TEXT, QUOTED = "the subject", "the text", "the quoted text"
NAMES, FILES = "a name", "a file name"
_HTML = "text/html"


def visible_content(content: DraftContent) -> tuple[DraftContent, tuple[str, ...]]:
    """A proposal's content without invisible characters, and the places that had some, in words,
    and without what is none of its words (mail/drafts/foreign_marks.py, clean_body.py), which is
    told likewise; and without white space at line ends, which nobody sees either. The signature is
    the account's own."""
    had_invisible = has_invisible(_characters(content))
    content, cleaned = clean_content(content)
    if content.content_type == _HTML:
        content = replace(content, body=in_own_form(content.body))
    body = content.body if content.content_type == _HTML else without_certain_marks(content.body)
    if body != content.body:
        content, cleaned = replace(content, body=body), tuple(dict.fromkeys((*cleaned, MARKS)))
    content = replace(
        content,
        subject=content.subject.strip(),
        body=without_line_end_space(content.body),
        quoted=without_line_end_space(content.quoted),
    )
    seen, places = around_the_text(content)
    body = _characters(content)
    if not had_invisible and not has_invisible(body):
        return seen, (*cleaned, *places)
    body = without_invisible(body)
    if content.content_type == _HTML:
        body = in_own_form(body)
    return replace(seen, body=body), (*cleaned, TEXT, *places)


def in_own_form(html: str) -> str:
    """HTML of anybody as formatted text is kept here: words, structure, links; no dress, and no
    white space at line ends."""
    found = own_document(html) or read_foreign(without_line_end_space(html))
    return markup(without_line_ends(found))


def without_line_end_space(text: str) -> str:
    """The text without white space at the end of any line, but for that of a line which parts the
    signature (RFC 3676 section 4.3)."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    seen = line.rstrip()
    return f"-- {end}" if seen == "--" and line.startswith("-- ") else f"{seen}{end}"


def around_the_text(content: DraftContent) -> tuple[DraftContent, tuple[str, ...]]:
    """Likewise of all but the text: what a reply or a forward takes from its mail."""
    seen = replace(
        content,
        to=_named(content.to),
        cc=_named(content.cc),
        bcc=_named(content.bcc),
        subject=without_invisible(content.subject),
        quoted=without_invisible(content.quoted),
        attachments=tuple(
            replace(file, filename=without_invisible(file.filename)) for file in content.attachments
        ),
    )
    changed = {
        SUBJECT: seen.subject != content.subject,
        QUOTED: seen.quoted != content.quoted,
        NAMES: seen.recipients != content.recipients,
        FILES: seen.attachments != content.attachments,
    }
    return seen, tuple(place for place, is_so in changed.items() if is_so)


def invisible_places(content: DraftContent) -> tuple[str, ...]:
    """Where invisible characters are: those that the person has typed or pasted."""
    found = {
        SUBJECT: has_invisible(content.subject),
        TEXT: has_invisible(_characters(content)),
        NAMES: any(has_invisible(address.name) for address in content.recipients),
        FILES: any(has_invisible(file.filename) for file in content.attachments),
    }
    return tuple(place for place, is_so in found.items() if is_so)


def in_words(places: Iterable[str]) -> str:
    """`the subject, the text and a name`: the places of invisible characters among what was taken
    out; empty where none is."""
    return _listed(sorted(set(places) & set(_ORDER), key=_ORDER.index))


def cleaned_in_words(taken_out: Iterable[str]) -> str:
    """`HTML tags and a second signature`: what else was taken out of the text; empty for
    nothing."""
    return _listed(sorted(set(taken_out) & set(CLEANED), key=CLEANED.index))


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


_ORDER = (SUBJECT, TEXT, QUOTED, NAMES, FILES)


def _characters(content: DraftContent) -> str:
    return in_characters(content.body) if content.content_type == _HTML else content.body


def _named(addresses: tuple[Address, ...]) -> tuple[Address, ...]:
    return tuple(replace(a, name=without_invisible(a.name)) for a in addresses)
