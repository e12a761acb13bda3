"""A formatted draft as HTML for a page of another program: cleaned as for the Reader, bounded."""

from __future__ import annotations

from desktop_app.mail.drafts.compose import page_of
from desktop_app.mail.hidden.marks import unmarked
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.model.draft import DraftContent

LARGEST = 200_000
"""Characters of HTML that are cleaned and shown; what is longer is shown as its text."""


def shown_html(content: DraftContent) -> str:
    """What a recipient's program shows of a formatted draft, without pictures' bytes; empty where
    it is plain text, or more than `LARGEST` characters."""
    if content.content_type != "text/html" or len(content.body) + len(content.quoted) > LARGEST:
        return ""
    read = read_html(page_of(content), anew=True)
    clean = sanitise(unmarked(read.html + read.html_quoted))
    return clean if len(clean) <= LARGEST else ""
