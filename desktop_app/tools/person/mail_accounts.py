"""Accounts: listed, added, changed, signed out and removed."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Meta

from desktop_app.model.account import LOCAL, Account, Capabilities, Identity
from desktop_app.model.address import Address, unique
from desktop_app.model.backup import CopiesOfMail
from desktop_app.model.errors import BadInput
from desktop_app.settings_table import SETTINGS
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result
from desktop_app.tools.local_account import OwnAddress, own_addresses


class AccountList(Result, frozen=True):
    """`capabilities` are those of each account, by its id; `receivers` the server whose word about
    senders counts, for those whose mail tells; `removals` sentences about accounts that are being
    removed."""

    accounts: tuple[Account, ...]
    capabilities: Mapping[str, Capabilities] = msgspec.field(default_factory=dict)
    removals: tuple[str, ...] = ()
    receivers: Mapping[str, str] = msgspec.field(default_factory=dict)


class OwnAddresses(Result, frozen=True):
    found: tuple[OwnAddress, ...]


class ListAccounts(Params, frozen=True, kw_only=True):
    """`receivers`: with the servers whose word counts, for which mail of each account is read."""

    receivers: bool = False


class FindOwnAddresses(Params, frozen=True, kw_only=True):
    account: str


class AddLocalAccount(Params, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    email: str
    display_name: str = ""


class UpdateAccount(Params, frozen=True, kw_only=True):
    """`cc` and `bcc`, where given, are those who always get a copy; `mail_format`, what its new
    mail is, empty for what the setting says."""

    account: str
    name: str = ""
    identities: tuple[Identity, ...] = ()
    cc: tuple[Address, ...] | None = None
    bcc: tuple[Address, ...] | None = None
    mail_format: str | None = None


class SignOutAccount(Params, frozen=True, kw_only=True):
    account: str


class CopiesOfAccount(Params, frozen=True, kw_only=True):
    account: str


class RemoveAccount(Params, frozen=True, kw_only=True):
    """`set_aside`: what repairs have set aside and backups that are damaged go too, of whichever
    account they are."""

    account: str
    set_aside: bool = False


def list_accounts(context: Context, params: ListAccounts) -> AccountList:
    """Every account with its identities."""
    accounts = tuple(context.store.accounts.list())
    able = {a.id: context.ports.accounts.capabilities(a) for a in accounts}
    leaving = context.ports.removals.under_way()
    removals = tuple(removal_words(r.title, why) for r, why in leaving)
    if not params.receivers:
        return AccountList(accounts, able, removals)
    receivers = {a.id: found for a in accounts if (found := context.store.receivers.of(a.id))}
    return AccountList(accounts, able, removals, receivers)


def removal_words(title: str, trouble: str) -> str:
    """`Being removed: Work. The disk is full.`"""
    return f"Being removed: {title}. {trouble}".strip()


def add_local_account(context: Context, params: AddLocalAccount) -> AccountList:
    """A new account for mail that lies on this computer. Raises `BadInput` for what is no
    address or is there already."""
    _refuse_no_address(params.email)
    known = context.store.accounts.list()
    if any(a.name == params.name for a in known):
        raise BadInput(f"There is an account named {params.name} already.")
    identity = Identity(Address(params.display_name, params.email), default=True)
    account = Account(uuid.uuid4().hex[:8], LOCAL, params.name, (identity,), colour=len(known))
    context.store.accounts.add(account)
    able = {account.id: context.ports.accounts.capabilities(account)}
    return AccountList((account,), able)


def update_account(context: Context, params: UpdateAccount) -> Done:
    """Change an account's name, identities, signatures, who always gets a copy and what its new
    mail is. Raises `BadInput` for what is no address, `NotFound`."""
    for identity in params.identities:
        _refuse_no_address(identity.address.email)
    for address in (*(params.cc or ()), *(params.bcc or ())):
        _refuse_no_address(address.email)
    choices = next(each.choices for each in SETTINGS if each.key == "mail.format")
    if params.mail_format and params.mail_format not in choices:
        raise BadInput(f"New mail is one of these: {', '.join(map(str, choices))}.")
    account = context.store.accounts.get(params.account)
    context.store.accounts.update(
        replace(
            account,
            name=params.name.strip() or account.name,
            identities=tuple(map(_signed, params.identities)) or account.identities,
            cc=account.cc if params.cc is None else unique(params.cc),
            bcc=account.bcc if params.bcc is None else unique(params.bcc),
            mail_format=account.mail_format if params.mail_format is None else params.mail_format,
        )
    )
    return Done("Account saved.", 1)


def _signed(identity: Identity) -> Identity:
    """The identity with the words of its formatted signature. Raises `BadInput` for one that is
    too long."""
    if not identity.formatted_signature:
        return identity
    from desktop_app.mail.drafts.signatures import LONGEST, read_signature

    words, formatted = read_signature(identity.formatted_signature)
    if len(identity.formatted_signature) > LONGEST:
        raise BadInput(f"A signature has at most {LONGEST:,} characters, its formatting included.")
    return replace(identity, signature=words, formatted_signature=formatted)


def find_own_addresses(context: Context, params: FindOwnAddresses) -> OwnAddresses:
    """Which addresses may be the person's, as an account's mail says. Raises `NotFound`."""
    account = context.store.accounts.get(params.account)
    return OwnAddresses(own_addresses(context.store, account.id))


def _refuse_no_address(email: str) -> None:
    """Raises `BadInput`."""
    from desktop_app.mail.wire.mailboxes import valid_address  # not on the way to the first window

    if not valid_address(email):
        raise BadInput(f"{email} is not a mail address.")


def sign_out_account(context: Context, params: SignOutAccount) -> Done:
    """Revoke and forget an account's sign-in; its mail here stays. Raises `NotFound`,
    `NoKeyring`."""
    return Done(context.ports.enrolment.sign_out(params.account), 1)


def copies_of_account(context: Context, params: CopiesOfAccount) -> CopiesOfMail:
    """The profile's backups that have an account, and the copies of which nothing says whose they
    are. Raises `NotFound`."""
    context.store.accounts.get(params.account)
    return context.store.backups.copies_of(params.account)


def remove_account(context: Context, params: RemoveAccount) -> Done:
    """Mail, index, drafts, requests, saved attachments and the sign-in go, the profile's backups
    are made anew without it; the mail at its source stays. The count is 0 while something of it is
    left: it goes on then.

    Raises `NotFound`, `Refused` while one of its mails is on its way."""
    from desktop_app.model.backup_words import copies_removed_words

    leaving = context.ports.removals.under_way()
    begun = next((r for r, _ in leaving if r.account_id == params.account), None)
    name = begun.name if begun else context.store.accounts.get(params.account).name
    sample = not begun and context.store.accounts.get(params.account).sample
    copies = CopiesOfMail() if sample else context.store.backups.copies_of(params.account)
    trouble = context.ports.removals.remove(
        params.account, context.cancelled, set_aside=params.set_aside
    )
    if trouble:
        return Done(f"{removal_words(name or 'an account', trouble)} Draftdesk goes on with it.", 0)

    said = [f"{name or 'The account'} has been removed from this computer."]
    said += copies_removed_words(copies, set_aside=params.set_aside)
    return Done(" ".join(said), 1)


LIST_ACCOUNTS = person_tool(list_accounts, Effect.READ, ListAccounts)
ADD_LOCAL_ACCOUNT = person_tool(
    add_local_account, Effect.ORGANISE, AddLocalAccount, "Add a local account"
)
UPDATE_ACCOUNT = person_tool(update_account, Effect.ORGANISE, UpdateAccount, "Change an account")
FIND_OWN_ADDRESSES = person_tool(find_own_addresses, Effect.READ, FindOwnAddresses)
SIGN_OUT_ACCOUNT = person_tool(sign_out_account, Effect.ORGANISE, SignOutAccount, "Sign out")
COPIES_OF_ACCOUNT = person_tool(copies_of_account, Effect.READ, CopiesOfAccount)
REMOVE_ACCOUNT = person_tool(remove_account, Effect.DESTROY, RemoveAccount, "Remove an account")

TOOLS = (
    LIST_ACCOUNTS,
    ADD_LOCAL_ACCOUNT,
    UPDATE_ACCOUNT,
    FIND_OWN_ADDRESSES,
    SIGN_OUT_ACCOUNT,
    COPIES_OF_ACCOUNT,
    REMOVE_ACCOUNT,
)
