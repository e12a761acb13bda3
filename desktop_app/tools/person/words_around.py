"""Words that a draft may use although no dictionary has them: names of the people in its
conversation, and the words of the mail that it answers."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.mail.message.body import read_body
from desktop_app.mail.words.language import guess_language
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft
from desktop_app.spelling.known import known_in
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

MOST_MAILS = 50
"""Newest mails of a conversation whose people are looked at."""


class WordsAround(Result, frozen=True):
    """`words` as `spelling.known` looks for them; `language` of the mail that is answered, empty
    where it is unclear: `de`."""

    words: frozenset[str]
    language: str = ""


class LookAround(Params, frozen=True, kw_only=True):
    draft_id: str


def words_around(context: Context, params: LookAround) -> WordsAround:
    """The words around a draft. Raises `NotFound`."""
    store = context.store
    draft = store.drafts.get(params.draft_id)
    answered = subject = ""
    if draft.reply_to_id:
        subject = store.messages.get(draft.reply_to_id).subject
        answered = read_body(store.messages.raw(draft.reply_to_id)).text
    quoted = draft.content.quoted
    titles = (source.title for source in draft.sources)
    texts = (*_names(context, draft), *titles, subject, answered, quoted)
    return WordsAround(known_in(texts), guess_language(answered or quoted))


def names_of(address: Address) -> tuple[str, str]:
    """What a person may be called: the name, and the address before its at sign."""
    return address.name, address.email.partition("@")[0]


def _names(context: Context, draft: Draft) -> Iterator[str]:
    content, account = draft.content, context.store.accounts.get(draft.account_id)
    for address in (*content.recipients, *(each.address for each in account.identities)):
        yield from names_of(address)
    if draft.thread_id:
        for message in context.store.threads.get(draft.thread_id).messages[-MOST_MAILS:]:
            for address in (*message.from_, *message.to, *message.cc):
                yield from names_of(address)


WORDS_AROUND = person_tool(words_around, Effect.READ, LookAround)
TOOLS = (WORDS_AROUND,)
