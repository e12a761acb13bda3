"""Commands of accounts: list, add, remove."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import astuple
from getpass import getpass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import to_builtins

from desktop_app.model.errors import BadInput, NotFound, Unavailable
from desktop_app.model.mail_provider import FoundServers, ProviderKind
from desktop_app.model.mail_server import Security
from desktop_app.model.mailbox_check import CHECK_TITLES, MailboxCheck
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission, SignedIn, SignInSourceKind
from desktop_app.tools.person import (
    browser_sign_in,
    mail_accounts,
    mail_sync,
    mailbox_sign_in,
)
from desktop_app.tools.runner import Runner

Command = Callable[[argparse.Namespace, Runner], None]


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _accounts_list(arguments: argparse.Namespace, runner: Runner) -> None:
    listed = runner.call(mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts()).unwrap()
    found = listed.accounts
    if arguments.json:
        print_json([to_builtins(a) for a in found])
        return
    for account in found:
        print(f"{account.id}  {account.kind}  {account.name}  {account.default_identity.address}")
    for sentence in listed.removals:
        print(sentence, file=sys.stderr)


def _accounts_add_local(arguments: argparse.Namespace, runner: Runner) -> None:
    added = runner.call(
        mail_accounts.ADD_LOCAL_ACCOUNT,
        mail_accounts.AddLocalAccount(
            name=arguments.name, email=arguments.email, display_name=arguments.display_name
        ),
    ).unwrap()
    print(added.accounts[0].id)


def _accounts_add_google(arguments: argparse.Namespace, runner: Runner) -> None:
    params = browser_sign_in.StartSignIn(
        permissions=(Permission.READ, *map(Permission, arguments.allow)),
        client_file=arguments.client_file,
        session_only=arguments.session_only,
    )
    taken_over = _adopted(arguments, runner)
    done = taken_over or _signed_in(params, arguments, runner)
    for permission in done.missing:
        print(f"Not allowed: {PERMISSION_WORDS[permission].title.lower()}.", file=sys.stderr)
    print(done.account_id, flush=True)
    if arguments.session_only and not taken_over:
        _download_now(done, runner)


def _download_now(done: SignedIn, runner: Runner) -> None:
    """Bring the mail while the sign-in lasts: it ends with this process. Raises `Unavailable` where
    that failed; the account stays."""
    print("The sign-in ends with this command: downloading mail now.", file=sys.stderr)
    outcome = runner.call(
        mail_sync.SYNC_ACCOUNT, mail_sync.SyncAccount(account=done.account_id)
    ).unwrap()
    print(outcome.display, file=sys.stderr)
    if outcome.failed:
        first = outcome.failed[0]
        raise Unavailable(first.sentence, next_step=first.next_step)


def _adopted(arguments: argparse.Namespace, runner: Runner) -> SignedIn | None:
    """Account of an existing sign-in: with --adopt, or where there is no client."""
    source = ""
    if arguments.adopt is None and arguments.client_file:
        return None
    if not arguments.adopt:
        asked = runner.call(browser_sign_in.LIST_CLIENTS, browser_sign_in.ListClients())
        found = asked.unwrap().sources
        if arguments.adopt is None and any(s.kind is SignInSourceKind.CLIENT for s in found):
            return None
        source = next((s.id for s in found if s.kind is SignInSourceKind.SIGN_IN), "")
        if not source and arguments.adopt is None:
            return None
        if not source:
            raise NotFound("No sign-in of another program was found on this computer.")
    params = browser_sign_in.AdoptSignIn(
        source=source,
        file=arguments.adopt or "",
        days=arguments.days,
        session_only=arguments.session_only,
    )
    return runner.call(browser_sign_in.ADOPT_SIGN_IN, params).unwrap()


def _accounts_add_microsoft(arguments: argparse.Namespace, runner: Runner) -> None:
    params = browser_sign_in.StartSignIn(
        kind="microsoft", permissions=(), client_id=arguments.client_id
    )
    done = _signed_in(params, arguments, runner)
    asked = mailbox_sign_in.CheckAccount(account=done.account_id)
    _show_steps(runner.call(mailbox_sign_in.CHECK_ACCOUNT, asked).unwrap())
    print(done.account_id)


def _signed_in(
    params: browser_sign_in.StartSignIn, arguments: argparse.Namespace, runner: Runner
) -> SignedIn:
    """The account of a sign-in in the browser. Ctrl+C gives it up."""
    started = runner.call(browser_sign_in.START_SIGN_IN, params).unwrap()
    if arguments.no_browser or not _opened_in_browser(started.address):
        print(started.address, flush=True)
    print(f"Waiting for the browser, {started.seconds} seconds at most.", file=sys.stderr)
    waiting = browser_sign_in.FinishSignIn(
        flow=started.flow, days=arguments.days, session_only=params.session_only
    )
    return runner.call(browser_sign_in.FINISH_SIGN_IN, waiting).unwrap()


def _opened_in_browser(address: str) -> bool:
    import webbrowser

    return webbrowser.open(address)


def _accounts_add_imap(arguments: argparse.Namespace, runner: Runner) -> None:
    """Add a mailbox. Servers that are not named are looked for."""
    servers = _servers(arguments, runner)
    checked = runner.call(
        mailbox_sign_in.ADD_MAILBOX,
        mailbox_sign_in.AddMailbox(
            email=arguments.email,
            password=_password(arguments),
            title=arguments.name,
            name=arguments.display_name,
            ca_file=str(Path(arguments.ca_file).expanduser()) if arguments.ca_file else "",
            days=arguments.days,
            **servers,
        ),
        progress=lambda progress: print(f"{progress.phase} …", file=sys.stderr),
    ).unwrap()
    _show_steps(checked)
    problem = checked.problem
    if checked.signed_in is None:
        assert problem is not None, "a check without a problem adds the account"
        raise BadInput(problem.words, next_step=problem.next_step)
    print(checked.signed_in.account_id)


def _show_steps(checked: MailboxCheck) -> None:
    for step in checked.steps:
        print(f"{CHECK_TITLES[step.step]}: {step.words}", file=sys.stderr)


def _servers(arguments: argparse.Namespace, runner: Runner) -> dict[str, Any]:
    """Arguments of `AddMailbox`: what was given, and what was found where nothing was. Raises
    `NotFound`, `BadInput`."""
    given = arguments
    incoming = _server("imap", given.imap_host, given.imap_port, given.imap_security)
    outgoing = _server("smtp", given.smtp_host, given.smtp_port, given.smtp_security)
    sends = not given.no_smtp
    found = None
    if not given.imap_host or (sends and not given.smtp_host):
        found = _found(given.email, runner)
    if not given.imap_host:
        assert found is not None, "looked for above"
        if found.incoming is None or found.kind is ProviderKind.MICROSOFT:
            microsoft = found.kind is ProviderKind.MICROSOFT
            command = "accounts add microsoft" if microsoft else "accounts add --help"
            raise BadInput(
                f"{given.email} can't be added with a password. {found.note}".strip(),
                next_step=f"See: draftdesk {command}",
            )
        if found.outside:
            raise BadInput(
                f"DNS names {found.incoming.host} for {given.email}, which is under another "
                "domain.",
                next_step="Name the servers yourself: --imap-host and --smtp-host.",
            )
        incoming = _server("imap", *astuple(found.incoming))
    if sends and not given.smtp_host:
        assert found is not None, "looked for above"
        if found.outgoing is None or found.outside:
            raise NotFound(
                "No server for sending was found.", next_step="Give --smtp-host, or --no-smtp."
            )
        outgoing = _server("smtp", *astuple(found.outgoing))
    user = given.user or (found.user if found is not None else "")
    return incoming | (outgoing if sends else {}) | {"user": user}


def _found(email: str, runner: Runner) -> FoundServers:
    found = runner.call(
        mailbox_sign_in.FIND_MAIL_SERVERS,
        mailbox_sign_in.FindMailServers(email=email),
        progress=lambda progress: print(f"{progress.phase} …", file=sys.stderr),
    ).unwrap()
    if found.found is None:
        raise NotFound(
            f"The servers of {email} were not found.",
            next_step="Give --imap-host, and --smtp-host or --no-smtp.",
        )
    return found.found


_PORTS: Mapping[tuple[str, Security], int] = MappingProxyType(
    {
        ("imap", Security.TLS): 993,
        ("imap", Security.STARTTLS): 143,
        ("imap", Security.NONE): 143,
        ("smtp", Security.TLS): 465,
        ("smtp", Security.STARTTLS): 587,
        ("smtp", Security.NONE): 25,
    }
)
"""Source: RFC 8314 section 7, RFC 6409 section 3.1, RFC 5321."""


def _server(protocol: str, host: str, port: int, security: str) -> dict[str, Any]:
    protection = Security(security)
    return {
        f"{protocol}_host": host,
        f"{protocol}_port": port or _PORTS[protocol, protection],
        f"{protocol}_security": protection,
    }


def _password(arguments: argparse.Namespace) -> str:
    """The password, asked for at a terminal without showing it. Raises `BadInput` without one."""
    if arguments.password_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise BadInput(
            "There is no terminal to ask for the password.", next_step="Give --password-stdin."
        )
    return getpass(f"Password of {arguments.email}: ")


def _accounts_remove(arguments: argparse.Namespace, runner: Runner) -> None:
    if not arguments.account:
        raise BadInput("Name the account to remove.")
    wanted = mail_accounts.RemoveAccount(
        account=arguments.account, set_aside=arguments.with_set_aside
    )
    done = runner.call(mail_accounts.REMOVE_ACCOUNT, wanted).unwrap()
    if not done.count:
        raise Unavailable(
            done.display, next_step=f"Try: draftdesk accounts remove {arguments.account}"
        )
    print(done.display)


ACCOUNT_COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "accounts list": _accounts_list,
        "accounts add local": _accounts_add_local,
        "accounts add google": _accounts_add_google,
        "accounts add imap": _accounts_add_imap,
        "accounts add microsoft": _accounts_add_microsoft,
        "accounts remove": _accounts_remove,
    }
)
"""By their words."""
