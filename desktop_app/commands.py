"""Headless commands: import, search, status, accounts, sync. They act through tools.

Results go to stdout, progress and messages to stderr.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from desktop_app.model.errors import BadInput, KnownError, NotFound, Unavailable
from desktop_app.model.progress import ImportReport, Progress
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission, SignedIn, SignInSourceKind
from desktop_app.tools.base import NoParams
from desktop_app.tools.person import google_sign_in, mail_accounts, mail_files, mail_sync
from desktop_app.tools.results import MessageRow
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import connection_status, search_messages

PAGE = 500


def run(arguments: argparse.Namespace, runner: Runner) -> int:
    """Carry out one command. Raises `KnownError`."""
    words = [arguments.command, getattr(arguments, "what", ""), getattr(arguments, "kind", "")]
    command = _COMMANDS[" ".join(word for word in words if word)]
    command(arguments, runner)
    return 0


def complain(error: KnownError) -> None:
    """Print the sentence and the next step on stderr."""
    print(f"draftdesk: {error.sentence}", file=sys.stderr)
    if error.next_step:
        print(error.next_step, file=sys.stderr)


def tell_self_test(problem: str) -> int:
    """Print the outcome on stdout; returns 0 when there was no problem."""
    print(f"self-test: {problem or 'ok'}")
    return 1 if problem else 0


def _import(arguments: argparse.Namespace, runner: Runner) -> None:
    paths = tuple(str(Path(p).expanduser().resolve()) for p in arguments.paths)
    report = runner.call(
        mail_files.IMPORT_MAIL,
        mail_files.ImportMail(paths=paths, account=arguments.account),
        progress=_show_progress,
    ).unwrap()
    print(file=sys.stderr)
    if arguments.json:
        _print_json(asdict(report))
        return
    print(_report(report))


def _show_progress(progress: Progress) -> None:
    total = f" of {progress.total}" if progress.total else ""
    left = f", about {progress.eta_seconds:.0f} s left" if progress.eta_seconds >= 0 else ""
    print(f"\r{progress.done}{total} mails{left}\x1b[K", end="", file=sys.stderr, flush=True)


def _report(report: ImportReport) -> str:
    lines = [
        (
            f"{report.imported} imported, {report.duplicates} were there already, "
            f"{report.repeated} are in the source more than once, "
            f"{len(report.unreadable)} unreadable."
        )
    ]
    lines += [f"{u.location}: {u.reason}" for u in report.unreadable]
    return "\n".join(lines)


def _search(arguments: argparse.Namespace, runner: Runner) -> None:
    found = _matches(runner, arguments.query, by_thread=arguments.threads)
    rows = list(islice(found, arguments.limit))
    more = next(found, None) is not None
    if not arguments.json:
        for row in rows:
            print(f"{row.date[:16]}  {row.from_[:30]:30}  {row.subject}")
        return
    _print_json(
        {
            "query": arguments.query,
            "count": len(rows),
            "has_more": more,
            "results": [_result(row) for row in rows],
        }
    )


def _matches(runner: Runner, query: str, *, by_thread: bool) -> Iterator[MessageRow]:
    """All matches, newest first; with `by_thread` the newest of each conversation."""
    seen: set[str] = set()
    page = 1
    while True:
        found = runner.call(
            search_messages.TOOL,
            search_messages.SearchMessages(query=query, max_results=PAGE, page=page),
        ).unwrap()
        for row in found.results:
            if by_thread and row.thread_id in seen:
                continue
            seen.add(row.thread_id)
            yield row
        if not found.has_more:
            return
        page += 1


def _result(row: MessageRow) -> dict[str, object]:
    return {
        "message_id": row.message_id,
        "rfc822_message_id": row.rfc822_message_id,
        "thread_id": row.thread_id,
        "account": row.account,
        "date": row.date,
        "from": row.from_,
        "to": list(row.to),
        "subject": row.subject,
        "snippet": row.snippet,
        "labels": list(row.labels),
        "unread": row.unread,
        "has_attachments": row.has_attachments,
    }


def _status(arguments: argparse.Namespace, runner: Runner) -> None:
    status = runner.call(connection_status.TOOL, connection_status.ConnectionStatus()).unwrap()
    if arguments.json:
        _print_json(asdict(status))
    else:
        print(status.display)


def _sync(arguments: argparse.Namespace, runner: Runner) -> None:
    """Run one full pass over the accounts that sync; local accounts are skipped."""
    done = runner.call(
        mail_sync.SYNC_ACCOUNT,
        mail_sync.SyncAccount(account=arguments.account),
        progress=_show_progress,
    ).unwrap()
    print(file=sys.stderr)
    if arguments.json:
        accounts = [asdict(outcome) for outcome in done.accounts]
        _print_json({"accounts": accounts, "failed": [asdict(each) for each in done.failed]})
    else:
        print(done.display)
    if done.failed:
        first = done.failed[0]
        raise Unavailable(first.sentence, next_step=first.next_step)


def _accounts_list(arguments: argparse.Namespace, runner: Runner) -> None:
    found = runner.call(mail_accounts.LIST_ACCOUNTS, NoParams()).unwrap().accounts
    if arguments.json:
        _print_json([asdict(a) for a in found])
        return
    for account in found:
        print(f"{account.id}  {account.kind}  {account.name}  {account.default_identity.address}")


def _accounts_add_local(arguments: argparse.Namespace, runner: Runner) -> None:
    added = runner.call(
        mail_accounts.ADD_LOCAL_ACCOUNT,
        mail_accounts.AddLocalAccount(
            name=arguments.name, email=arguments.email, display_name=arguments.display_name
        ),
    ).unwrap()
    print(added.accounts[0].id)


def _accounts_add_google(arguments: argparse.Namespace, runner: Runner) -> None:
    done = _adopted(arguments, runner) or _signed_in(arguments, runner)
    for permission in done.missing:
        print(f"Not allowed: {PERMISSION_WORDS[permission].title.lower()}.", file=sys.stderr)
    print(done.account_id)


def _adopted(arguments: argparse.Namespace, runner: Runner) -> SignedIn | None:
    """Account of an existing sign-in: with --adopt, or where there is no client."""
    source = ""
    if arguments.adopt is None and arguments.client_file:
        return None
    if not arguments.adopt:
        asked = runner.call(google_sign_in.LIST_GOOGLE_CLIENTS, NoParams())
        found = asked.unwrap().sources
        if arguments.adopt is None and any(s.kind is SignInSourceKind.CLIENT for s in found):
            return None
        source = next((s.id for s in found if s.kind is SignInSourceKind.SIGN_IN), "")
        if not source and arguments.adopt is None:
            return None
        if not source:
            raise NotFound("No sign-in of another program was found on this computer.")
    params = google_sign_in.AdoptGoogleSignIn(
        source=source, file=arguments.adopt or "", days=arguments.days
    )
    return runner.call(google_sign_in.ADOPT_GOOGLE_SIGN_IN, params).unwrap()


def _signed_in(arguments: argparse.Namespace, runner: Runner) -> SignedIn:
    """The account of a sign-in in the browser. Ctrl+C gives it up."""
    params = google_sign_in.StartGoogleSignIn(
        permissions=(Permission.READ, *map(Permission, arguments.allow)),
        client_file=arguments.client_file,
    )
    started = runner.call(google_sign_in.START_GOOGLE_SIGN_IN, params).unwrap()
    if arguments.no_browser or not _opened_in_browser(started.address):
        print(started.address, flush=True)
    print(f"Waiting for the browser, {started.seconds} seconds at most.", file=sys.stderr)
    waiting = google_sign_in.AddGoogleAccount(flow=started.flow, days=arguments.days)
    return runner.call(google_sign_in.ADD_GOOGLE_ACCOUNT, waiting).unwrap()


def _opened_in_browser(address: str) -> bool:
    import webbrowser

    return webbrowser.open(address)


def _accounts_remove(arguments: argparse.Namespace, runner: Runner) -> None:
    if not arguments.account:
        raise BadInput("Name the account to remove.")
    done = runner.call(
        mail_accounts.REMOVE_ACCOUNT, mail_accounts.RemoveAccount(account=arguments.account)
    ).unwrap()
    print(done.display)


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


_Command = Callable[[argparse.Namespace, Runner], None]
_COMMANDS: Mapping[str, _Command] = MappingProxyType(
    {
        "import": _import,
        "search": _search,
        "status": _status,
        "sync": _sync,
        "accounts list": _accounts_list,
        "accounts add local": _accounts_add_local,
        "accounts add google": _accounts_add_google,
        "accounts remove": _accounts_remove,
    }
)
