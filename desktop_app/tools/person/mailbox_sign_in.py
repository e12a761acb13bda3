"""Mailboxes on any mail server: found from an address, checked, added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.mail_provider import FoundServers
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from desktop_app.model.mailbox_check import CHECK_TITLES, CheckStep, Credentials, MailboxCheck
from desktop_app.model.progress import Progress
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

KIND = "imap"
Host = Annotated[str, Meta(max_length=253)]
Port = Annotated[int, Meta(ge=1, le=65_535)]


class FoundMailServers(Result, frozen=True):
    """`found` is None where nothing is known of the address."""

    found: FoundServers | None = None


class KeptMailServers(Result, frozen=True):
    """Servers of an account. `name` is the person's own."""

    email: str
    name: str
    servers: MailServers


class FindMailServers(Params, frozen=True, kw_only=True):
    email: Annotated[str, Meta(max_length=320)]


class GetMailServers(Params, frozen=True, kw_only=True):
    account: str


class AddMailbox(Params, frozen=True, kw_only=True):
    """An empty `smtp_host` makes an account that can't send, an empty `user` is the address.
    `account` is one whose servers and password are entered again; `days` of mail are downloaded,
    0 for all; `title` is what a new account is called, `name` the person's own."""

    email: Annotated[str, Meta(max_length=320)]
    password: str
    imap_host: Host
    imap_port: Port = 993
    imap_security: Security = Security.TLS
    smtp_host: Host = ""
    smtp_port: Port = 465
    smtp_security: Security = Security.TLS
    user: str = ""
    name: str = ""
    title: Annotated[str, Meta(max_length=100)] = ""
    ca_file: str = ""
    account: str = ""
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False

    def __repr__(self) -> str:
        """Without the password."""
        return f"AddMailbox({self.email!r}, {self.imap_host!r}, {self.smtp_host!r})"


class CheckAccount(Params, frozen=True, kw_only=True):
    account: str


def find_mail_servers(context: Context, params: FindMailServers) -> FoundMailServers:
    """The servers of an address: from the list, the provider, DNS, the usual names. Raises
    `BadInput` for what is no address, `Cancelled`."""
    told: list[str] = []

    def tell(words: str) -> None:
        told.append(words)
        context.progress(Progress(len(told), phase=words))

    found = context.ports.enrolment.find_servers(
        KIND, _address(params.email), cancelled=context.cancelled, told=tell
    )
    return FoundMailServers(found)


def get_mail_servers(context: Context, params: GetMailServers) -> KeptMailServers:
    """The servers of an account. Raises `NotFound`."""
    account = context.store.accounts.get(params.account)
    servers = context.store.mail_servers.get(account.id)
    if servers is None:
        raise NotFound(f"{account.name} has no servers of its own.")
    own = account.default_identity.address
    return KeptMailServers(own.email, own.name, servers)


def add_mailbox(context: Context, params: AddMailbox) -> MailboxCheck:
    """Try every step, and add the account where all it needs works; else the result says what
    does not. Raises `BadInput`, `Cancelled`; `NoKeyring`, with nothing kept; `Refused` where
    `account` is another address's."""
    checked = context.ports.enrolment.enter(
        KIND,
        Credentials(_address(params.email), _servers(params), params.password, params.name.strip()),
        account_id=params.account,
        days=params.days,
        session_only=params.session_only,
        cancelled=context.cancelled,
        told=_telling(context),
    )
    if checked.signed_in is not None and params.title.strip():
        account = context.store.accounts.get(checked.signed_in.account_id)
        context.store.accounts.update(replace(account, name=params.title.strip()))
    return checked


def check_account(context: Context, params: CheckAccount) -> MailboxCheck:
    """Try the servers of an account that is here; no step for a kind that has none to try.
    Raises `Cancelled`, `NeedsSignIn`, `NotFound`."""
    account = context.store.accounts.get(params.account)
    told = _telling(context)
    return MailboxCheck(context.ports.accounts.check(account, context.cancelled, told))


def _telling(context: Context) -> Callable[[CheckStep], None]:
    """Progress says which step has begun."""
    steps = list(CheckStep)

    def tell(step: CheckStep) -> None:
        context.progress(Progress(steps.index(step), len(steps), phase=CHECK_TITLES[step]))

    return tell


def _address(email: str) -> str:
    from desktop_app.mail.wire.mailboxes import valid_address  # not on the way to the first window

    stripped = email.strip()
    if not valid_address(stripped):
        raise BadInput(f"{email} is not an e-mail address.")
    return stripped


def _servers(params: AddMailbox) -> MailServers:
    if not params.password:
        raise BadInput("Enter the password.")
    incoming = _server(params.imap_host, params.imap_port, params.imap_security)
    if incoming is None:
        raise BadInput("Enter the name of the IMAP server.")
    outgoing = _server(params.smtp_host, params.smtp_port, params.smtp_security)
    user = params.user.strip() or params.email.strip()
    return MailServers(incoming, outgoing, user, ca_file=params.ca_file.strip())


def _server(host: str, port: int, security: Security) -> ServerAddress | None:
    name = host.strip().rstrip(".").lower()
    return ServerAddress(name, port, security) if name else None


FIND_MAIL_SERVERS = person_tool(find_mail_servers, Effect.READ, FindMailServers)
GET_MAIL_SERVERS = person_tool(get_mail_servers, Effect.READ, GetMailServers)
ADD_MAILBOX = person_tool(add_mailbox, Effect.ORGANISE, AddMailbox, "Add a mailbox")
CHECK_ACCOUNT = person_tool(check_account, Effect.READ, CheckAccount)

TOOLS = (FIND_MAIL_SERVERS, GET_MAIL_SERVERS, ADD_MAILBOX, CHECK_ACCOUNT)
