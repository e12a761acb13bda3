"""Plain or formatted text: how a mail of the person's begins. A proposal says itself what it is."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.mail.rich.document import plain_document
from desktop_app.mail.rich.markdown import from_markdown
from desktop_app.mail.rich.markup import markup
from desktop_app.model.draft import DraftContent, Origin
from desktop_app.tools.calls.context import Context

FORMAT = "mail.format"
FOLLOW, FORMATTED = "as the mail it answers", "formatted"
_HTML = "text/html"


def is_formatted(context: Context, *, answers_formatted: bool = False) -> bool:
    """Whether a new mail of the person's is formatted text; a reply or a forward follows the mail
    it is about, where the setting says so."""
    if context.origin is not Origin.USER:
        return False
    choice = context.settings.text(FORMAT)
    return choice == FORMATTED or (choice == FOLLOW and answers_formatted)


def formatted(content: DraftContent) -> DraftContent:
    """The content with its plain words as formatted text."""
    return replace(content, body=markup(plain_document(content.body)), content_type=_HTML)


def words_for(content: DraftContent, words: str) -> str:
    """Words that are said for a draft, as its body: in formatted text Markdown is formatting."""
    if content.content_type != _HTML or "<" in words[: words.find(">") + 1]:
        return words
    return markup(from_markdown(words))
