"""People of a reply: whom it goes to, and which own address it comes from."""

from __future__ import annotations

from desktop_app.mail.drafts.answering import Answering, answering
from desktop_app.mail.drafts.reply import list_recipients, reply_recipients
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address, without_tag
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Message
from desktop_app.tools.calls.context import Context

People = tuple[tuple[Address, ...], tuple[Address, ...]]


def identity_for(
    account: Account, message: Message | None, said: Answering | None = None
) -> Identity:
    """The own address that a mail is from; else the first it went to, by To, Cc, and the addresses
    that servers delivered it to; else the account's default one."""
    if message is None:
        return account.default_identity
    delivered = said.delivered if said is not None else ()
    people = (*message.from_, *message.to, *message.cc, *delivered)
    found = (identity_of(account, address.key) for address in people)
    return next((each for each in found if each is not None), account.default_identity)


def identity_of(account: Account, key: str) -> Identity | None:
    """The identity with this address, else the one that it is a tagged address of."""
    by_key = {identity.address.key: identity for identity in reversed(account.identities)}
    return by_key.get(key) or by_key.get(without_tag(key))


def said_of_answers(context: Context, message: Message) -> Answering:
    return answering(context.store.messages.raw(message.id))


def reply_people(
    context: Context,
    message: Message,
    said: Answering,
    *,
    reply_all: bool = False,
    to_list: bool = False,
) -> People:
    """To and Cc of a reply: to the sender, to everyone, or to the list that the mail came through.
    The addresses of every account are own ones. Raises `BadInput` where it names no list."""
    if to_list:
        found = list_recipients(said, own_keys(context, message))
        if not found:
            raise BadInput(
                "This mail does not say where its list takes answers.",
                next_step="Reply to all goes to everyone it went to.",
            )
        return found, ()
    return reply_recipients(message, own_keys(context, message), reply_all, said)


def own_keys(context: Context, message: Message) -> frozenset[str]:
    """The own addresses where this mail is: of its account, and of every other."""
    account = context.store.accounts.get(message.account_id)
    return account.own_keys | context.store.accounts.own_keys()
