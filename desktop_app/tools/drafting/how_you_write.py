"""How the person writes, learned on this computer from mail they have sent and from their changes
to proposals; nothing is learned from received mail.

Learned when it is wanted, and again when they have sent something newer. A mail counts as sent only
where it is among the sent ones, is from an own address to somebody else, and was not delivered
here; a proposal that was sent as it was is a model's text and does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.mail.message.access import header_fields
from desktop_app.mail.message.body import read_body
from desktop_app.mail.words.own_words import own_words
from desktop_app.mail.words.style_words import EditedProposal, edit_words, style_words
from desktop_app.mail.words.writing_style import OwnText, writing_style
from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled
from desktop_app.model.message import Message, SystemLabel
from desktop_app.model.query import And, Query, Term
from desktop_app.model.writing_style import KeptStyle, StyleKey
from desktop_app.tools.calls.context import Context

SETTING = "assistant.learn_style"
RULES = 1
"""Number of the rules: with another one everything is learned anew."""

MOST_MAILS = 40
LONGEST_EXAMPLE = 400
"""Most characters of an example."""

_NOT_OWN = frozenset({SystemLabel.DRAFT.value, SystemLabel.SPAM.value, SystemLabel.TRASH.value})
_DELIVERED = frozenset({"delivered-to", "return-path", "auto-submitted"})
"""Header fields of a mail that was delivered (RFC 5321 section 4.4) or that no person wrote (RFC
3834)."""


@dataclass(frozen=True, slots=True)
class OwnMail:
    message: Message
    text: str


def kept_style(context: Context, key: StyleKey) -> KeptStyle | None:
    """The style, learned now where there is something newer; None where nothing is to be learned
    or the setting is off. Raises `NotFound` for an account that is not there, `Cancelled`."""
    if not context.settings.flag(SETTING):
        return None
    context.store.accounts.get(key.account_id)
    kept = context.store.writing_styles.get(key)
    mark = _mark(context, key)
    if kept is not None and (kept.forgotten or kept.mark == mark):
        return kept
    text = _learned(context, key)
    if text or kept is not None or not key.recipient:
        now = context.clock()
        context.store.writing_styles.keep_learned(key, text, mark=mark, now=now)
    return context.store.writing_styles.get(key)


def own_mails(context: Context, key: StyleKey, *, most: int = MOST_MAILS) -> Iterator[OwnMail]:
    """The newest mails that the person wrote as the identity, to the recipient if there is one.
    Raises `Cancelled`."""
    account = context.store.accounts.get(key.account_id)
    proposed = _sent_as_proposed(context, key.account_id)
    signature = next(
        (each.signature for each in account.identities if each.address.key == key.identity), ""
    )
    for message in _sent(context, key, most):
        if context.cancelled.is_set():
            raise Cancelled("Stopped.")  # a style of half the mails is not kept
        if not _written_by_hand(account, message):
            continue
        raw = context.store.messages.raw(message.id)
        if any(name in _DELIVERED for name, _ in header_fields(raw)):
            continue
        text = own_words(read_body(raw).fresh_text)
        if text and _folded(text) not in proposed:
            yield OwnMail(message, text.removesuffix(signature.strip()).strip())


def example(context: Context, key: StyleKey) -> str:
    """The person's newest short mail of the kind, empty where there is none."""
    found = (each.text for each in own_mails(context, key) if len(each.text) <= LONGEST_EXAMPLE)
    return next(found, "")


def written_to_most(context: Context, key: StyleKey, most: int) -> list[Address]:
    """The people whom the identity's newest mails are addressed to most, each alone and twice or
    more."""
    people: dict[str, Address] = {}
    counts: Counter[str] = Counter()
    for message in _sent(context, key, MOST_MAILS):
        if len(message.to) == 1:
            counts[message.to[0].key] += 1
            people.setdefault(message.to[0].key, message.to[0])
    return [people[who] for who, count in counts.most_common(most) if count > 1]


def _learned(context: Context, key: StyleKey) -> str:
    texts = [
        OwnText(each.text, each.message.to, each.message.sender) for each in own_mails(context, key)
    ]
    style = writing_style(texts, one_person=bool(key.recipient))
    edits = edit_words(_edits(context, key))
    return "\n".join(filter(None, (style_words(style) if style is not None else "", edits)))


def _sent(context: Context, key: StyleKey, most: int) -> list[Message]:
    terms = [Term("in", "sent"), Term("from", key.identity, phrase=True)]
    if key.recipient:
        terms.append(Term("to", key.recipient, phrase=True))
    found = context.store.finder.messages(
        Query("", And(tuple(terms))),
        limit=most,
        account_id=key.account_id,
        cancelled=context.cancelled,
    )
    return [each for each in found if _is_of(each, key)]


def _is_of(message: Message, key: StyleKey) -> bool:
    """A search finds more than whole addresses."""
    if message.sender.key != key.identity:
        return False
    return not key.recipient or key.recipient in {each.key for each in message.to}


def _written_by_hand(account: Account, message: Message) -> bool:
    if SystemLabel.SENT not in message.labels or message.labels & _NOT_OWN or message.list_id:
        return False
    reached = {each.key for each in (*message.to, *message.cc, *message.bcc)}
    return message.sender.key in account.own_keys and not reached & account.own_keys


def _mark(context: Context, key: StyleKey) -> str:
    newest = _sent(context, key, 1)
    proposals = context.store.writing_styles.sent_proposals(key.account_id, limit=1)
    parts = (RULES, newest[0].id if newest else 0, proposals[0][2] if proposals else 0)
    return ":".join(map(str, parts))


def _sent_as_proposed(context: Context, account_id: str) -> frozenset[str]:
    """Folded words of sent mails that a model proposed, whether the person changed them or not: of
    those that they changed, the changes are learned."""
    found = context.store.writing_styles.sent_proposals(account_id, limit=MOST_MAILS)
    return frozenset(_folded(own_words(sent.body)) for _, sent, _ in found)


def _edits(context: Context, key: StyleKey) -> list[EditedProposal]:
    found = context.store.writing_styles.sent_proposals(key.account_id, limit=MOST_MAILS)
    return [
        EditedProposal(own_words(proposed.body), own_words(sent.body), sent.to, sent.from_)
        for proposed, sent, _ in found
        if sent.content_type == proposed.content_type == "text/plain"
        and sent.from_.key == key.identity
        and (not key.recipient or key.recipient in {each.key for each in sent.to})
        and proposed.body.strip() != sent.body.strip()
    ]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
