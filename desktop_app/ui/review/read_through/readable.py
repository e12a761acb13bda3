"""Drafts as they are read one under the other; made off the GUI thread. No widgets.

A draft that can't be shown whole among others is read in a review of its own (`apart`).
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_app.model.address import Address
from desktop_app.model.draft import Check, CheckLevel, DraftContent
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists, draft_pictures
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.reading.drawing import Drawn
from desktop_app.ui.reading.pictures import Budget
from desktop_app.ui.reading.portions import portions
from desktop_app.ui.review.draft.draft_status import EDITABLE, phase_of
from desktop_app.ui.review.draft.draft_view import DraftView, read_draft
from desktop_app.ui.review.draft.open_checks import told_checks
from desktop_app.ui.widgets.safe_text import MOST_CHARS

MOST_MAILS = 100
"""Mails of one reading; the next ones come with the next."""

MOST_LETTERS, MOST_PEOPLE, MOST_FILES = 20_000, 40, 20
LONGEST_ADDRESS = 100
"""Letters of a name with its address that stand in one line."""

TOO_LONG = "It is too long to be read among others."
CHANGE_WAITS = "Somebody proposes a change to it, which waits for your answer."
TWO_TEXTS = "There are two texts of it, and one has to be chosen."
PICTURES = "It has pictures that can't be shown among others."
LONG_ADDRESS = "It has an address that is longer than a line."

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class ReadMail:
    """A draft with the pictures of its words, by content id. `apart` is a sentence that says why
    it has to be read in a review of its own, empty where it need not."""

    view: DraftView
    pictures: Mapping[str, Drawn] = field(default_factory=dict)
    apart: str = ""

    @property
    def review(self) -> Review:
        return self.view.review

    @property
    def draft_id(self) -> str:
        return self.review.draft.id

    @property
    def content(self) -> DraftContent:
        return self.review.draft.content

    @property
    def editable(self) -> bool:
        """Whether it can be sent from here at all."""
        return phase_of(self.review.draft, self.review.outbox) in EDITABLE

    @property
    def checks(self) -> tuple[Check, ...]:
        """What is told about it: none is held back, as after a press on Send."""
        return told_checks(self.review, (), pressed=True)

    @property
    def key(self) -> Key:
        """All that a person who reads it is told: where it differs, it was not read yet."""
        review = self.review
        hands = (review.draft.author, review.draft.asks_to_send, review.stale, review.can_send)
        told = (self.checks, review.recipients, review.doubts, review.delivery_note, self.apart)
        return (review.draft.id, review.draft.revision, review.digest, *hands, *told)


def ids_of(calls: Calls, *, mine: bool) -> tuple[str, ...]:
    """The drafts of *My drafts*, else of *To review*, as their list has them. Runs inside a job."""
    page = calls.wait(draft_lists.DRAFTS_PAGE, NoParams())
    return tuple(draft.id for draft in (page.mine if mine else page.to_review))


def read_mail(calls: Calls, draft_id: str) -> ReadMail:
    """Read one with all that is shown of it. Runs inside a job. Raises KnownError."""
    view = read_draft(calls, draft_id)
    apart = apart_for(view)
    cids = {file.cid for file in view.review.draft.content.attachments if file.cid}
    if apart or not view.own or not cids:
        return ReadMail(view, apart=apart)
    params = draft_pictures.ReadPictures(draft_id=draft_id)
    found, budget = calls.wait(draft_pictures.READ_PICTURES, params).by_cid, Budget()
    drawn = {cid: budget.draw(found.get(cid, b"")) for cid in sorted(cids)}
    whole = all(each.pixels for each in drawn.values())
    return ReadMail(view, drawn, "" if whole else PICTURES)


def apart_for(view: DraftView) -> str:
    """Why a draft has to be read in a review of its own, as a sentence; empty where it need not:
    what is too much for one turn of the window, and what asks for more than a tick."""
    review = view.review
    content = review.draft.content
    people, files = len(content.recipients), len(content.attachments)
    reasons = (
        (people > MOST_PEOPLE, f"It goes to {people} people."),
        (files > MOST_FILES, f"It has {files} files."),
        (any(map(_is_long, content.recipients)), LONG_ADDRESS),
        (_is_too_long(view), TOO_LONG),
        (bool(review.changes), CHANGE_WAITS),
        (review.beside is not None, TWO_TEXTS),
    )
    return next((words for there, words in reasons if there), "")


def _is_long(address: Address) -> bool:
    return len(str(address)) > LONGEST_ADDRESS


def _is_too_long(view: DraftView) -> bool:
    """Whether laying it out would take more than one turn of the window."""
    content = view.review.draft.content
    parts = (content.body, content.signature, content.formatted_signature, content.subject)
    if sum(map(len, parts)) > MOST_LETTERS or len(content.subject) > MOST_CHARS:
        return True
    if view.formatted and not view.own:
        return not view.html
    return len(portions(html.escape(content.body, quote=False))) > 1


def asks_more(shown: ReadMail, now: ReadMail) -> bool:
    """Whether something that keeps a mail here, or warns, has come since it was shown."""

    def kept(mail: ReadMail) -> set[tuple[str, str]]:
        return {(c.code, c.text) for c in mail.checks if c.level is not CheckLevel.NOTE}

    def badges(mail: ReadMail) -> set[tuple[str, str, object]]:
        found = mail.review.recipients
        return {(each.field, each.address.key, badge) for each in found for badge in each.badges}

    return not kept(now) <= kept(shown) or not badges(now) <= badges(shown)
