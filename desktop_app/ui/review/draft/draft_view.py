"""Draft as the review shows it: formatted text and word differences; made off the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.mail.reader.html import read_html
from desktop_app.mail.rich.reading import own_document
from desktop_app.mail.rich.source import source
from desktop_app.model.draft import DraftContent
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.reading.portions import portions
from desktop_app.ui.review.draft.change_parts import OfferedChange, offered
from desktop_app.ui.review.draft.word_diff import Comparison, compare

HTML, PLAIN = "text/html", "text/plain"


@dataclass(frozen=True, slots=True)
class DraftView:
    """`html` and `text` are the body of a formatted draft, as it will be sent and as text;
    both empty for plain text, `html` also where laying it out would stall the window; `own` where
    it was written here and can be edited here. `changes`
    lead from the last version of another hand to what is stored; `offers` are the changes that
    others propose."""

    review: Review
    html: str = ""
    text: str = ""
    own: bool = False
    changes: Comparison = field(default_factory=Comparison)
    offers: tuple[OfferedChange, ...] = ()

    @property
    def formatted(self) -> bool:
        return self.review.draft.content.content_type == HTML


def read_draft(calls: Calls, draft_id: str) -> DraftView:
    """Read a draft with all around it. Runs inside a job. Raises KnownError."""
    review = calls.wait(draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft_id))
    content = review.draft.content
    found = Comparison()
    if review.compared is not None:
        found = compare(source_of(review.compared.content), source_of(content))
    offers = tuple(offered(change, content) for change in review.changes)
    if content.content_type != HTML:
        return DraftView(review, changes=found, offers=offers)
    if own_document(content.body) is not None:
        return DraftView(review, own=True, changes=found, offers=offers)
    read = read_html(content.body)
    html = read.html if len(portions(read.html)) < 2 else ""
    return DraftView(review, html, read.text, changes=found, offers=offers)


def is_own(content: DraftContent) -> bool:
    """Whether the words were written here: plain ones, or formatted ones in our own form."""
    return content.content_type != HTML or own_document(content.body) is not None


def source_of(content: DraftContent) -> str:
    """The words of a draft as text that can be compared: formatted ones as their source."""
    if content.content_type != HTML:
        return content.body
    document = own_document(content.body)
    return content.body if document is None else source(document)
