"""Command line syntax; commands.py carries it out.

A module of its own, so that a start of the window loads neither commands nor tools.
"""

from __future__ import annotations

import argparse
import errno
import re
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from desktop_app.model.sign_in import Permission


def parser() -> argparse.ArgumentParser:
    """Argument parser. Without a command the window opens."""
    top = argparse.ArgumentParser(
        prog="draftdesk", description="Mail you search and read; drafts proposed; you send."
    )
    top.add_argument("--version", action="store_true", help="say which version this is, and end")
    top.add_argument(
        "--verbose",
        action="store_true",
        help="with --version: commit, form of installation, libraries",
    )
    top.add_argument("--profile", type=_profile, help="the directory that holds everything")
    top.add_argument(
        "--self-test", action="store_true", help="open the sample mailbox, search, read, quit"
    )
    top.add_argument(
        "--background", action="store_true", help="start without a window, with an icon in the tray"
    )
    sub = top.add_subparsers(dest="command", metavar="command")
    _add_wishes(sub)
    importing = sub.add_parser("import", help="read mbox files, Maildirs, .eml files, folders")
    importing.add_argument("paths", nargs="+", metavar="PATH", type=_path)
    importing.add_argument("--account", type=_text, default="", help="the account it goes into")
    importing.add_argument("--json", action="store_true")
    search = sub.add_parser("search", help="search with Gmail's query language")
    search.add_argument("query", metavar="QUERY", type=_text)
    search.add_argument("--limit", type=_whole(1, MOST_ROWS), default=20)
    search.add_argument("--threads", action="store_true", help="one row a conversation")
    search.add_argument(
        "--servers", action="store_true", help="ask the accounts' servers too, for mail not here"
    )
    search.add_argument(
        "--exact", action="store_true", help="nothing that is only close to the query"
    )
    search.add_argument("--json", action="store_true")
    status = sub.add_parser("status", help="how the accounts are doing")
    status.add_argument("--json", action="store_true")
    sub.add_parser("mcp", help="a pipe to the MCP bridge of the running application")
    sync = sub.add_parser("sync", help="one full pass over the accounts that sync")
    sync.add_argument("--account", type=_text, default="")
    sync.add_argument("--json", action="store_true")
    _add_backups(sub)
    _add_accounts(sub)
    _add_people(sub)
    _add_record(sub)
    return top


def completed(given: Sequence[str]) -> list[str]:
    """The arguments with `open` in front of the first that is no option, where that is a mailto or
    a file address, or names a file of a kind that is shown: a desktop writes no command."""
    arguments = list(given)
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if arguments[place] == "--profile" else 1
    if place < len(arguments) and _is_shown(arguments[place]):
        arguments.insert(place, "open")
    return arguments


def _is_shown(argument: str) -> bool:
    small = argument.lower()
    return small.startswith(ADDRESSES) or small.endswith(KINDS)


ADDRESSES = ("mailto:", "file:")
KINDS = (".eml", ".mbox", ".mbx", ".ics", ".vcf")
"""Endings of the files that are shown without being imported."""


def _add_wishes(sub: Any) -> None:
    opening = sub.add_parser(
        "open", help="show mail files, calendar files, vCards; follow a mailto"
    )
    opening.add_argument("targets", nargs="+", metavar="FILE|mailto:", type=_nonempty)
    compose = sub.add_parser("compose", help="begin a mail in the window; nothing is sent")
    for name, words in (("to", "a recipient"), ("cc", "a copy"), ("bcc", "a hidden copy")):
        compose.add_argument(
            f"--{name}",
            action="append",
            default=[],
            type=_text,
            metavar="ADDRESS",
            help=f"{words}; can be given again",
        )
    compose.add_argument("--subject", type=_text, default="")
    words = compose.add_mutually_exclusive_group()
    words.add_argument("--body", type=_text, default="", metavar="TEXT")
    words.add_argument("--body-file", type=_body_file, metavar="FILE", help="- is standard input")
    compose.add_argument(
        "--attach",
        action="append",
        default=[],
        type=_target,
        metavar="FILE",
        help="a file of this computer; can be given again",
    )


def _add_backups(sub: Any) -> None:
    backup = sub.add_parser("backup", help="back up what exists nowhere else")
    backup.add_argument(
        "path", metavar="PATH", type=_target, help="a file, or a folder to put one into"
    )
    backup.add_argument(
        "--all-mail",
        action="store_true",
        help="with the mail of local accounts, whose files may have gone",
    )
    backup.add_argument("--json", action="store_true")
    restore = sub.add_parser(
        "restore", help="restore a backup, and what a damaged profile still has"
    )
    restore.add_argument(
        "path", metavar="PATH", type=_target, help="a backup, or a folder of backups: its newest"
    )
    restore.add_argument("--json", action="store_true")


def _add_accounts(sub: Any) -> None:
    accounts = sub.add_parser("accounts", help="list, add, remove accounts")
    what = accounts.add_subparsers(dest="what", required=True, metavar="list|add|remove")
    what.add_parser("list").add_argument("--json", action="store_true")
    kinds = what.add_parser("add").add_subparsers(
        dest="kind", required=True, metavar="local|google|imap|microsoft"
    )
    local = kinds.add_parser("local", help="for mail that lies on this computer")
    local.add_argument("--name", type=_named, required=True, help="what the account is called")
    local.add_argument("--email", type=_named, required=True, help="your address")
    local.add_argument(
        "--display-name", type=_text, default="", help="your name, as recipients see it"
    )
    _add_google(kinds)
    _add_imap(kinds)
    _add_microsoft(kinds)
    remove = what.add_parser("remove")
    remove.add_argument("account", metavar="ACCOUNT", type=_named)
    remove.add_argument(
        "--with-set-aside",
        action="store_true",
        help="with what repairs have set aside, of whichever account it is",
    )


def _add_people(sub: Any) -> None:
    people = sub.add_parser("people", help="take people in from vCard files, or write them")
    what = people.add_subparsers(dest="what", required=True, metavar="import|export")
    importing = what.add_parser("import", help="read vCard files")
    importing.add_argument("paths", nargs="+", metavar="PATH", type=_path)
    importing.add_argument("--json", action="store_true")
    exporting = what.add_parser("export", help="write everybody, or a group, into a vCard file")
    exporting.add_argument("path", metavar="PATH", type=_target)
    exporting.add_argument("--group", type=_text, default="", help="the people of a group alone")
    exporting.add_argument(
        "--vcard", choices=["3.0", "4.0"], default="3.0", help="the version that is written"
    )
    exporting.add_argument("--json", action="store_true")


def _add_record(sub: Any) -> None:
    record = sub.add_parser("record", help="export the activity record, or look through it")
    what = record.add_subparsers(dest="what", required=True, metavar="export|verify")
    exporting = what.add_parser("export", help="write the record into a file, a line a row")
    exporting.add_argument("path", metavar="FILE", type=_target)
    verify = what.add_parser("verify", help="name the first row that is not as it was written")
    verify.add_argument(
        "path",
        metavar="FILE",
        nargs="?",
        type=_file,
        default="",
        help="an exported record; without it that of the profile",
    )
    verify.add_argument(
        "--head", type=_text, default="", metavar="HASH", help="a hash that the record has to have"
    )


def _add_google(kinds: Any) -> None:
    google = kinds.add_parser("google", help="sign in with a Google account")
    _add_no_browser(google)
    google.add_argument(
        "--client-file",
        type=_file,
        default="",
        metavar="FILE",
        help="a client_secret.json of Google's",
    )
    google.add_argument(
        "--adopt",
        type=_file,
        metavar="FILE",
        nargs="?",
        const="",
        help="take over an authorized_user file; without FILE the one found on this computer",
    )
    google.add_argument(
        "--session-only",
        action="store_true",
        help="keep the sign-in out of the keyring. One that is taken over is read from its file "
        "again at each start. Any other ends with this command, which therefore downloads the "
        "mail before it ends; later starts ask to sign in again",
    )
    google.add_argument(
        "--allow",
        action="append",
        default=[],
        choices=[p.value for p in Permission if p is not Permission.READ],
        help="what else to ask for besides reading; can be given again",
    )
    _add_days(google)


def _add_imap(kinds: Any) -> None:
    imap = kinds.add_parser("imap", help="sign in to a mail server with a password")
    imap.add_argument("--email", type=_named, required=True, help="your address")
    imap.add_argument("--name", type=_text, default="", help="what the account is called")
    imap.add_argument(
        "--display-name", type=_text, default="", help="your name, as recipients see it"
    )
    _add_server(imap, "imap", imap)
    sending = imap.add_mutually_exclusive_group()
    _add_server(imap, "smtp", sending)
    sending.add_argument("--no-smtp", action="store_true", help="an account that can't send")
    imap.add_argument(
        "--user", type=_text, default="", help="the user name, where it is not the address"
    )
    imap.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input"
    )
    imap.add_argument(
        "--ca-file",
        type=_file,
        default="",
        metavar="FILE",
        help="a certificate authority of your own (PEM)",
    )
    _add_days(imap)


def _add_microsoft(kinds: Any) -> None:
    microsoft = kinds.add_parser(
        "microsoft", help="sign in with a Microsoft account: Outlook.com or Microsoft 365"
    )
    _add_no_browser(microsoft)
    microsoft.add_argument(
        "--client-id",
        type=_text,
        default="",
        metavar="ID",
        help="the application (client) ID of an app registration; else microsoft.client_id",
    )
    _add_days(microsoft)


def _add_no_browser(parser: Any) -> None:
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address instead of opening it"
    )


def _add_server(parser: Any, protocol: str, host: Any) -> None:
    """`host` is the parser or the group that the host's option goes into."""
    name = protocol.upper()
    host.add_argument(
        f"--{protocol}-host",
        type=_text,
        default="",
        metavar="HOST",
        help=f"the {name} server; else found",
    )
    parser.add_argument(f"--{protocol}-port", type=_whole(1, MOST_PORT), default=0, metavar="PORT")
    parser.add_argument(
        f"--{protocol}-security",
        default="tls",
        choices=("tls", "starttls", "none"),
        help="none is for a server on this computer",
    )


def _add_days(parser: Any) -> None:
    parser.add_argument(
        "--days",
        type=_whole(0, MOST_DAYS),
        default=365,
        help="how much mail to download; 0 is all of it",
    )


MOST_ROWS, MOST_DAYS, MOST_PORT = 1_000_000_000, 1_000_000, 65_535


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(text: str) -> int:
        # int() would read digits by the thousand, spaces and underscores too.
        number = int(text) if re.fullmatch(r"[0-9]{1,18}", text) else -1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}")
        return number

    return read


def _text(given: str) -> str:
    """Text that can be stored and looked for."""
    try:
        given.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("is not UTF-8 text") from None
    if "\0" in given:
        raise argparse.ArgumentTypeError("has a null character in it")
    return given


def _named(given: str) -> str:
    return _text(_nonempty(given))


def _nonempty(given: str) -> str:
    if not given:
        raise argparse.ArgumentTypeError("is empty")
    return given


def _profile(given: str) -> Path:
    """The folder itself is looked at by whoever opens it: the window has words for it."""
    return Path(_nonempty(given))


def _path(given: str) -> str:
    """Path whose name can exist. Whether anything is there is for the command to say; what is there
    has to be a file or a folder. The name need not be UTF-8."""
    problem = _problem(given)
    if problem:
        shown = given.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        raise argparse.ArgumentTypeError(f"{problem}: {shown[:200]}" if shown else problem)
    return given


def _file(given: str) -> str:
    """As `_target`. Empty is none, as the default is."""
    return _target(given) if given else ""


def _target(given: str) -> str:
    """As `_path`, for a file that is named in UTF-8."""
    return _path(_text(given))


def _body_file(given: str) -> str:
    return given if given == "-" else _target(given)


def _problem(given: str) -> str:
    if not given:
        return "an empty path names nothing"
    try:
        mode = Path(given).expanduser().stat().st_mode
    except RuntimeError:
        return "there is no such user"
    except ValueError:
        return "no file has a name with a null character in it"
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENAMETOOLONG}:
            return str(error.strerror).lower()
        return ""
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return "a pipe, a socket or a device is not read"
    return ""
