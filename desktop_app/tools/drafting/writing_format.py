"""Plain or formatted text: how a mail begins, whoever writes it. A call that says itself what its
words are is not asked."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.mail.drafts.clean_body import clean_content
from desktop_app.mail.rich.document import plain_document, without_line_ends
from desktop_app.mail.rich.markdown import from_markdown
from desktop_app.mail.rich.markup import markup
from desktop_app.model.account import Account
from desktop_app.model.draft import DraftContent
from desktop_app.tools.calls.context import Context

FORMAT = "mail.format"
FOLLOW, FORMATTED = "as the mail it answers", "formatted"
HTML = "text/html"


def is_formatted(context: Context, account: Account, *, answers_formatted: bool = False) -> bool:
    """Whether a new mail from the account is formatted text, as the account says, or else the
    setting; a reply or a forward follows the mail it is about, where that is the choice."""
    choice = account.mail_format or context.settings.text(FORMAT)
    return choice == FORMATTED or (choice == FOLLOW and answers_formatted)


def formatted(content: DraftContent) -> DraftContent:
    """The content with its plain words as formatted text."""
    return replace(content, body=markup(plain_document(content.body)), content_type=HTML)


def as_proposed(content: DraftContent) -> tuple[DraftContent, tuple[str, ...]]:
    """A proposal's plain words as formatted text, Markdown as formatting, and what was taken out of
    them on the way: what is none of its words is told from them while they are plain."""
    cleaned, taken = clean_content(content)
    body = markup(without_line_ends(from_markdown(cleaned.body)))
    return replace(cleaned, body=body, content_type=HTML), taken


def words_for(content: DraftContent, words: str) -> str:
    """Words that are said for a draft, as its body: in formatted text Markdown is formatting."""
    if content.content_type != HTML or "<" in words[: words.find(">") + 1]:
        return words
    return markup(from_markdown(words))
