"""Headless commands but for those of accounts, which are in account_commands.py.

They act through tools. Results go to stdout, progress and messages to stderr.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from msgspec import to_builtins

from desktop_app.account_commands import ACCOUNT_COMMANDS, Command, print_json
from desktop_app.interrupts import stopping
from desktop_app.model.backup import RestoreReport
from desktop_app.model.backup_words import backup_words, restored_words
from desktop_app.model.errors import Cancelled, KnownError, Unavailable
from desktop_app.model.progress import COUNTING, JOINING, ImportReport, Progress
from desktop_app.people_commands import PEOPLE_COMMANDS
from desktop_app.record_commands import RECORD_COMMANDS, verify_own
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.parser import parse
from desktop_app.search.triage_condition import asks_triage
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.calls.results import MessageRow
from desktop_app.tools.person import backups, mail_files, mail_sync, triage
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import connection_status, search_messages

PAGE = 500
MOST_EMPTY = 3
"""Pages in a row on which nothing is, because a server does not hand out what it finds."""


def run(arguments: argparse.Namespace, runner: Runner) -> int:
    """Carry out one command. Returns the exit status. Raises `KnownError`."""
    if (arguments.command, getattr(arguments, "what", "")) == ("record", "verify"):
        return verify_own(arguments, runner)
    words = [arguments.command, getattr(arguments, "what", ""), getattr(arguments, "kind", "")]
    command = _COMMANDS[" ".join(word for word in words if word)]
    command(arguments, runner)
    return 0


def complain(error: KnownError) -> None:
    """Print the sentence and the next step on stderr."""
    print(f"draftdesk: {error.sentence}", file=sys.stderr)
    if error.next_step:
        print(error.next_step, file=sys.stderr)


def tell_self_test(problem: str, left_out: str = "") -> int:
    """Print the outcome on stdout, and which parts are not installed; returns 0 when there was no
    problem."""
    print(f"self-test: {problem or 'ok'}")
    if left_out:
        print(f"Not installed: {left_out}")
    return 1 if problem else 0


def _import(arguments: argparse.Namespace, runner: Runner) -> None:
    """Import mail. Ctrl+C stops it after the batch under way; raises `Cancelled` then."""
    paths = tuple(str(Path(p).expanduser().resolve()) for p in arguments.paths)
    with stopping() as cancelled:
        report = runner.call(
            mail_files.IMPORT_MAIL,
            mail_files.ImportMail(paths=paths, account=arguments.account),
            cancelled=cancelled,
            progress=_show_progress,
        ).unwrap()
    print(file=sys.stderr)
    if arguments.json:
        print_json(to_builtins(report))
    elif not report.cancelled:
        print(_report(report))
    if report.cancelled:
        raise Cancelled(
            f"Stopped; what was imported is kept ({report.imported} mails). "
            "The same command goes on from there."
        )


def _show_progress(progress: Progress) -> None:
    total = f" of {progress.total}" if progress.total else ""
    left = f", about {progress.eta_seconds:.0f} s left" if progress.eta_seconds >= 0 else ""
    said = f"{progress.done}{total} mails"
    if progress.phase in {JOINING, COUNTING}:
        said = f"{progress.phase}: {progress.done}{total}"
    print(f"\r{said}{left}\x1b[K", end="", file=sys.stderr, flush=True)


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
    if asks_triage(parse(arguments.query).root):
        with stopping() as cancelled:
            runner.call(triage.SORT_MAIL, NoParams(), cancelled=cancelled)
    asked_there = arguments.servers or gmail_only(parse(arguments.query).root) is not None
    runner.here_only = not asked_there  # else a silent server or a locked keyring is waited for
    size = min(PAGE, arguments.limit + 1)
    near: list[MessageRow] = []
    found = _matches(runner, arguments.query, size, by_thread=arguments.threads, near=near)
    rows = list(islice(found, arguments.limit))
    more = next(found, None) is not None
    close = [] if arguments.exact else near[: arguments.limit - len(rows)]
    if not arguments.json:
        for row in (*rows, *close):
            by = f"  (close, by {row.why})" if row.match else ""
            print(f"{row.date[:16]}  {row.from_[:30]:30}  {row.subject}{by}")
        return
    print_json(
        {
            "query": arguments.query,
            "count": len(rows),
            "has_more": more,
            "results": [_result(row) for row in (*rows, *close)],
        }
    )


def _matches(
    runner: Runner, query: str, size: int, *, by_thread: bool, near: list[MessageRow]
) -> Iterator[MessageRow]:
    """All matches, newest first; with `by_thread` the newest of each conversation. What is close to
    the query is put into `near`."""
    seen: set[str] = set()
    page, empty = 1, 0
    while empty < MOST_EMPTY:
        found = runner.call(
            search_messages.TOOL,
            search_messages.SearchMessages(query=query, max_results=size, page=page),
        ).unwrap()
        near += found.close
        for row in found.results:
            if by_thread and row.thread_id in seen:
                continue
            seen.add(row.thread_id)
            yield row
        if not found.has_more:
            return
        page += 1
        empty = 0 if found.count or found.brought else empty + 1
    print(f"draftdesk: not all could be looked through: {found.searched}.", file=sys.stderr)


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
        **({"close": True, "why": row.why} if row.match else {}),
    }


def _backup(arguments: argparse.Namespace, runner: Runner) -> None:
    path = str(Path(arguments.path).expanduser().resolve())
    made = runner.call(
        backups.BACK_UP, backups.BackUp(path=path, all_mail=arguments.all_mail)
    ).unwrap()
    found = made.backup
    if arguments.json:
        print_json({"path": str(found.path), "size": found.size, **to_builtins(found.contents)})
    else:
        print(f"{found.path}: {backup_words(found)}")


def tell_restored(report: RestoreReport, *, as_json: bool) -> None:
    """Print what was restored on stdout."""
    if as_json:
        print_json(
            {
                "backup": str(report.backup.path) if report.backup else "",
                "drafts": report.drafts,
                "from_former": report.from_former,
                "mails": report.mails,
                "mails_from_former": report.mails_of_former,
                "awaited": report.awaited,
                "gone": report.gone,
                "set_aside": str(report.set_aside or ""),
            }
        )
    else:
        print("\n".join(restored_words(report)))


def _status(arguments: argparse.Namespace, runner: Runner) -> None:
    status = runner.call(connection_status.TOOL, connection_status.ConnectionStatus()).unwrap()
    if arguments.json:
        print_json(to_builtins(status))
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
        accounts = [to_builtins(outcome) for outcome in done.accounts]
        print_json({"accounts": accounts, "failed": [to_builtins(each) for each in done.failed]})
    else:
        print(done.display)
    if done.failed:
        first = done.failed[0]
        raise Unavailable(first.sentence, next_step=first.next_step)


_COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "import": _import,
        "search": _search,
        "status": _status,
        "sync": _sync,
        "backup": _backup,
        **ACCOUNT_COMMANDS,
        **PEOPLE_COMMANDS,
        **RECORD_COMMANDS,
    }
)
