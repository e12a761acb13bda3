"""What a program is told of a draft: its texts, and what is found about it."""

from __future__ import annotations

from desktop_app.mail.drafts.compose import body_text, whole_text
from desktop_app.mail.rich.reading import own_document
from desktop_app.mail.rich.source import source
from desktop_app.model.account import Account
from desktop_app.model.draft import Check, Draft, DraftContent, DraftVersion
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting import draft_checks
from desktop_app.tools.drafting.evidence import evidence, source_checks
from desktop_app.tools.drafting.leaks import leak_checks


def texts_of(content: DraftContent) -> tuple[str, str]:
    """The whole text, and the own words in it as update_draft takes them: formatted ones as
    Markdown."""
    whole = whole_text(content)
    document = own_document(content.body) if content.content_type == "text/html" else None
    if document is None:
        return whole, content.body
    words = source(document)
    return words.rstrip() + whole.removeprefix(body_text(content).rstrip()), words


def checks_told(
    context: Context,
    draft: Draft,
    account: Account,
    versions: tuple[DraftVersion, ...],
) -> list[Check]:
    """What the review finds about a draft, as far as whoever calls may know it: what a draft was
    made from is nobody else's to know than its author's."""
    found = evidence(context, draft, account, versions)
    checks = draft_checks.checks(context, draft)
    if context.author == draft.author:
        checks += leak_checks(context, draft, account, versions)
    return [*checks, *source_checks(found)]
