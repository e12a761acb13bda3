"""Checks of a draft before it is sent: pure findings, one sentence each.

They judge the content and what the caller knows of the people. No store and no server is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from desktop_app.mail.drafts.checks_text import Found, found_in
from desktop_app.mail.drafts.foreign_marks import foreign_mark
from desktop_app.mail.drafts.mail_size import SIZE_LIMIT, large_pictures, too_large
from desktop_app.mail.drafts.patches import LOST, loses_line_ends
from desktop_app.mail.drafts.strangers import (
    RecipientsKnown,
    hidden_copy_checks,
    mistaken_checks,
    stranger_checks,
)
from desktop_app.mail.drafts.template_fields import MISSING
from desktop_app.mail.drafts.visible_content import in_words, invisible_places
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.wire.mailboxes import valid_address, why_not, wire_address
from desktop_app.mail.wire.percent import decoded
from desktop_app.mail.words.greeted import greeted
from desktop_app.mail.words.language import guess_language
from desktop_app.model.address import Address, is_among
from desktop_app.model.draft import Check, CheckLevel, DraftContent
from desktop_app.model.message import Link

MOST_VISIBLE = 10
"""Recipients in To and Cc above which the person is asked."""

_BRACKETS = re.compile(r"\[(?=[^\[\]\n]*[^\W\d_]{2})(?!sic\])[^\[\]\n]{2,80}\](?!\()")
_MISSING = re.compile(re.escape(MISSING).replace(r"\{\}", r"[^\[\]\n]{1,40}"))


@dataclass(frozen=True, slots=True)
class Known:
    """What the caller knows about a draft.

    `thread_people` took part in the conversation; `thread_text` is its last message; `people` is
    what is known of the recipients;
    `reply_all_by_model`: an assistant, not the person, chose to answer everyone; `proposal` is the
    assistant's last text, empty where there is none; `own` are the keys of the own addresses;
    `size_limit` is the bytes of a whole mail that the account takes, `size_taker` whose limit it
    is, empty where none is known.
    """

    thread_people: tuple[Address, ...] = ()
    thread_text: str = ""
    people: RecipientsKnown = field(default_factory=RecipientsKnown)
    size_limit: int = SIZE_LIMIT
    size_taker: str = ""
    reply_all_by_model: bool = False
    proposal: str = ""
    own: frozenset[str] = frozenset()


def check_draft(content: DraftContent, known: Known | None = None) -> list[Check]:
    """The findings, most serious first: Block, Confirm, Note."""
    known = known or Known()
    page = read_html(content.body) if content.content_type == "text/html" else None
    text = content.body if page is None else page.text
    above, below = found_in(content.subject), found_in(text)
    found = [
        *_recipients(content),
        *_unfinished((content.subject, above), (text, below), known.proposal),
        *_missing_in_links(() if page is None else page.links),
        *_foreign_marks(content, text, known.proposal),
        *too_large(content, known.size_limit, known.size_taker),
        *_greeting(content, text, known),
        *_attachment(content, below),
        *_people(known),
        *_oneself(content, known),
        *_many(content, known),
        *_subject(content),
        *_text(content, text),
        *_links(below.mismatched if page is None else page.links),
        *_language(text, known),
        *_secrets(above, below),
        *large_pictures(content, known.size_limit),
        *_invisible(content),
        *_patch(content),
    ]
    order = list(CheckLevel)
    return sorted(found, key=lambda check: order.index(check.level))


def _recipients(content: DraftContent) -> Iterator[Check]:
    if not content.recipients:
        yield Check("no_recipient", CheckLevel.BLOCK, "There is no recipient yet.", "Add one", "to")
    for address in content.recipients:
        shown = address.email or address.name
        if sentence := why_not(shown):
            yield Check("invalid_recipient", CheckLevel.BLOCK, sentence, "Remove it", shown)
    if not wire_address(content.from_.email):
        sentence = f"Mail can't be sent from “{content.from_.email}”."
        yield Check("invalid_sender", CheckLevel.BLOCK, sentence)


def _unfinished(
    subject: tuple[str, Found], text: tuple[str, Found], proposal: str
) -> Iterator[Check]:
    for where, found in (subject, text):
        unfilled = found.placeholder or _left_open(where, proposal)
        if unfilled:
            sentence = f"“{unfilled}” still has to be filled in."
            yield Check("placeholder", CheckLevel.BLOCK, sentence, "Show it", unfilled)
            return


def _missing_in_links(links: Sequence[Link]) -> Iterator[Check]:
    """What a template has left in the target of a link, which nobody sees."""
    for link in links:
        if missing := _MISSING.search(decoded(link.target)):
            sentence = f"“{missing[0]}” in the address of a link still has to be filled in."
            yield Check("placeholder", CheckLevel.BLOCK, sentence, "Show it", link.text)
            return


def _patch(content: DraftContent) -> Iterator[Check]:
    """What a program gave: what one pastes is told as it is pasted."""
    if content.content_type == "text/plain" and loses_line_ends(content.body):
        yield Check("patch_line_ends", CheckLevel.CONFIRM, LOST)


def _left_open(text: str, proposal: str) -> str:
    """The first words in square brackets left by an assistant. It was told to write what it does
    not know like this."""
    found = (match[0] for match in _BRACKETS.finditer(text))
    return next((words for words in found if words in proposal), "")


def _foreign_marks(content: DraftContent, text: str, proposal: str) -> Iterator[Check]:
    """What a program left of another encoding. What the person has typed is theirs."""
    if content.content_type == "text/html":
        return
    mark = next((m for m in (foreign_mark(content.subject), foreign_mark(text)) if m), "")
    if mark and mark in proposal:
        shown = mark[:60]
        sentence = f"“{shown}” would be sent as it stands: it looks like a mark of a program's."
        yield Check("foreign_mark", CheckLevel.CONFIRM, sentence, "Show it", mark)


def _greeting(content: DraftContent, text: str, known: Known) -> Iterator[Check]:
    said, wanted = greeted(text, known.thread_people)
    if not wanted or not content.recipients:
        return
    names = " ".join(f"{a.name} {a.email}" for a in content.to + content.cc).lower()
    if not any(word in names for word in wanted):
        sentence = f"The greeting says {said}, who is not a recipient."
        yield Check("greeting_name", CheckLevel.CONFIRM, sentence, "Show it", said)


def _attachment(content: DraftContent, found: Found) -> Iterator[Check]:
    said = "" if content.attachments else found.attached
    if said:
        sentence = f"The text says “{said}”, but nothing is attached."
        yield Check("attachment_missing", CheckLevel.CONFIRM, sentence, "Attach a file", said)


def _people(known: Known) -> Iterator[Check]:
    people = known.people
    valid = tuple(s for s in people.strangers if valid_address(s.address.email))
    yield from mistaken_checks(people.mistaken)
    yield from stranger_checks(valid)
    yield from hidden_copy_checks(people.hidden_copies)


def _oneself(content: DraftContent, known: Known) -> Iterator[Check]:
    """A note to oneself is one; an answer to oneself was hardly meant to be."""
    recipients = content.recipients
    if recipients and content.in_reply_to and all(is_among(a.key, known.own) for a in recipients):
        sentence = "This reply goes to nobody but yourself."
        yield Check("only_oneself", CheckLevel.CONFIRM, sentence, "Add someone", "to")


def _many(content: DraftContent, known: Known) -> Iterator[Check]:
    visible = len(content.to + content.cc)
    if visible > MOST_VISIBLE:
        sentence = f"{visible} people will see each other's addresses."
        yield Check("many_recipients", CheckLevel.CONFIRM, sentence, "Move them to Bcc", "bcc")
    if known.reply_all_by_model:
        sentence = "The assistant chose to answer everyone."
        yield Check("reply_all", CheckLevel.CONFIRM, sentence, "Reply to the sender only", "reply")


def _subject(content: DraftContent) -> Iterator[Check]:
    bare = content.subject.strip().rstrip(":").lower()
    if bare in {"", "re", "fwd"}:
        yield Check(
            "no_subject", CheckLevel.CONFIRM, "The subject is empty.", "Write one", "subject"
        )


def _text(content: DraftContent, text: str) -> Iterator[Check]:
    """A mail that forwards something, or brings files, needs no words of its own."""
    forwards = bool(content.quoted.strip()) and not content.in_reply_to
    if not text.strip() and not content.attachments and not forwards:
        yield Check("no_text", CheckLevel.CONFIRM, "The mail has no text.", "Write it")


def _links(links: Sequence[Link]) -> Iterator[Check]:
    for link in links:
        if link.mismatch:
            sentence = f"A link shows {link.mismatch} but goes to {link.target[:200]}."
            yield Check("link_mismatch", CheckLevel.CONFIRM, sentence, "Show it", link.text[:200])
            return


def _language(text: str, known: Known) -> Iterator[Check]:
    written, thread = guess_language(text), guess_language(known.thread_text)
    if written and thread and written != thread:
        sentence = "This is in another language than the conversation."
        yield Check("language", CheckLevel.NOTE, sentence)


def _secrets(*both: Found) -> Iterator[Check]:
    if any(found.card for found in both):
        yield Check("card_number", CheckLevel.NOTE, "The text holds what looks like a card number.")
    if any(found.key for found in both):
        yield Check("secret", CheckLevel.NOTE, "The text holds what looks like a key or password.")


def _invisible(content: DraftContent) -> Iterator[Check]:
    """What the person has typed or pasted is theirs; that it is there is said."""
    places = invisible_places(content)
    if places:
        sentence = f"There are invisible characters in {in_words(places)}."
        yield Check("invisible", CheckLevel.CONFIRM, sentence, "Take them out")
