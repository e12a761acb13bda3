"""Texts of a draft's sources, each with whoever wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop_app.mail.claims.contradictions.compared import Said, named_words
from desktop_app.model.account import Account
from desktop_app.model.draft import Source, SourceKind
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.context import Context

_NO_SENTENCES = frozenset({SourceKind.CALENDAR, SourceKind.EVENT})


def said_of(
    context: Context, sources: Sequence[Source], texts: Sequence[str], account: Account
) -> tuple[Said, ...]:
    """The texts by their writers; calendars have no sentences."""
    return tuple(_said(context, sources, texts, account))


def _said(
    context: Context, sources: Sequence[Source], texts: Sequence[str], account: Account
) -> Iterator[Said]:
    for source, text in zip(sources, texts, strict=True):
        if source.kind in _NO_SENTENCES:
            continue
        if source.kind is SourceKind.REQUEST:
            yield Said(text, own=True)
        elif source.kind is SourceKind.MESSAGE:
            yield _of_mail(context, source, text, account)
        else:
            yield Said(text)


def _of_mail(context: Context, source: Source, text: str, account: Account) -> Said:
    try:
        sender = context.store.messages.get(int(source.ref)).sender
    except (KnownError, ValueError):
        return Said(text)  # it was deleted since
    words = (*named_words(sender.name), *named_words(sender.email.partition("@")[0]))
    return Said(text, words, own=sender.key in account.own_keys, name=sender.label[:80])
