"""Profiles of Thunderbird: accounts, senders, tags, folders of mail, address books, filters.

Passwords (logins.json) are not opened. Sources:
https://searchfox.org/comm-central/source/mailnews/base/src/nsMsgAccountManager.cpp and
https://kb.mozillazine.org/Mail_and_news_settings
"""

from __future__ import annotations

import configparser
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from desktop_app.accounts.moving import mozilla_filters, mozilla_folders, prefs
from desktop_app.accounts.moving.files_within import beginning, names_in, plain_file, tidy
from desktop_app.mail.drafts.signatures import read_signature
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.mail_server import Security, ServerAddress
from desktop_app.model.moving import (
    BookForm,
    MailProgram,
    SeenAccount,
    SeenBook,
    SeenIdentity,
    SeenProgram,
    SeenTag,
    SeenTree,
)

_LARGEST_LIST, _LARGEST_SIGNATURE = 1 << 20, 20_000
_MOST_ACCOUNTS, _MOST_NAMES = 200, 5_000
_TAGS = (
    ("$label1", "Important"),
    ("$label2", "Work"),
    ("$label3", "Personal"),
    ("$label4", "To Do"),
    ("$label5", "Later"),
)
"""Tags that a profile has without naming them; their English names."""

_TAG = re.compile(r"mailnews\.tags\.(.+)\.tag")
_BOOK = re.compile(r"(ldap_2\.servers\..+)\.filename")
_SECURITY = {1: Security.STARTTLS, 2: Security.STARTTLS, 3: Security.TLS}
"""Source: nsMsgSocketType in nsIMsgIncomingServer's MailNewsTypes2.idl."""
_PORTS = {
    ("imap", Security.TLS): 993,
    ("imap", Security.STARTTLS): 143,
    ("smtp", Security.TLS): 465,
    ("smtp", Security.STARTTLS): 587,
}
_KINDS = {
    "pop3": "It fetches mail with POP3, which Draftdesk does not. Its mail here can be taken over;"
    " connect the same address with IMAP if its provider has that.",
    "nntp": "Draftdesk reads no newsgroups.",
    "rss": "Draftdesk reads no feeds.",
    "ews": "It uses Microsoft's own protocol. Connect the address in Draftdesk anew.",
    "owl": "It uses Microsoft's own protocol. Connect the address in Draftdesk anew.",
    "im": "Draftdesk has no chat.",
}
_IN_PROFILE = "[ProfD]"
_HTML = frozenset({".html", ".htm"})


def profiles_at(place: Path) -> list[tuple[str, Path]]:
    """Names and folders of the profiles that the profiles.ini in `place` lists. A relative folder
    is below `place`; an absolute one is where the person put it."""
    data, _ = beginning(place / "profiles.ini", place, _LARGEST_LIST)
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(data.decode("utf-8", "replace"))
    except configparser.Error:
        return []
    found: dict[Path, str] = {}
    for section in parser.sections():
        if not section.startswith("Profile"):
            continue
        path = parser.get(section, "Path", fallback="") or ""
        name = parser.get(section, "Name", fallback="") or ""
        relative = parser.get(section, "IsRelative", fallback="1") != "0"
        folder = _profile(place, path, relative=relative)
        if folder is not None:
            found.setdefault(folder, tidy(name))
    return [(name, folder) for folder, name in found.items()]


def name_of(profile: Path) -> str:
    """Name of a profile, by the list that stands one or two folders above it; empty for none."""
    for place in profile.parents[:2]:
        for name, folder in profiles_at(place):
            if folder == profile:
                return name
    return ""


def _profile(place: Path, path: str, *, relative: bool) -> Path | None:
    if not path or "\0" in path:
        return None
    folder = place / path if relative else Path(path)
    if relative and (Path(path).is_absolute() or ".." in Path(path).parts):
        return None
    return folder if (folder / "prefs.js").is_file() else None


def look_at(profile: Path, name: str = "") -> SeenProgram:
    """What the profile has."""
    data, whole = beginning(profile / "prefs.js", profile, prefs.LARGEST)
    settings = prefs.read_prefs(data)
    notes = [] if whole else ["Its settings are larger than 64 MB; the rest of them was not read."]
    if running(profile):
        notes.append(
            "Thunderbird is open. What it has not written yet is not seen; close it to be sure."
        )
    accounts, trees = [], list[SeenTree]()
    for server in _servers(settings):
        account = _account(settings, server, profile)
        if account is not None:
            accounts.append(account)
        tree, said = _tree(settings, server, profile)
        notes += [said] if said else []
        if tree is not None and tree.folders:
            trees.append(_unique(tree, trees))
    return SeenProgram(
        MailProgram.THUNDERBIRD,
        profile,
        f"Thunderbird, profile {name}" if name else "Thunderbird",
        tuple(accounts),
        tuple(trees),
        tuple(_books(settings, profile)),
        tuple(mozilla_filters.filters_below(profile)),
        tuple(_tags(settings)),
        tuple(dict.fromkeys(notes)),
    )


def running(profile: Path) -> bool:
    """Whether a Thunderbird has the profile open: its `lock` names a process that is alive. Known
    where the lock is a link to `address:+number`, as on Linux and macOS; on Windows a signal would
    be no question."""
    if os.name == "nt":
        return False
    try:
        number = str((profile / "lock").readlink()).rpartition("+")[2]
        os.kill(int(number), 0)
    except PermissionError:
        return True
    except (OSError, ValueError, OverflowError):
        return False
    return True


def _servers(settings: Mapping[str, prefs.Value]) -> Iterator[tuple[str, str]]:
    """(Account's key, its server's key), each server once."""
    listed = prefs.text_of(settings, "mail.accountmanager.accounts").split(",")
    seen = set[str]()
    for account in [part.strip() for part in listed if part.strip()][:_MOST_ACCOUNTS]:
        server = prefs.text_of(settings, f"mail.account.{account}.server")
        if server and server not in seen:
            seen.add(server)
            yield account, server


def _account(
    settings: Mapping[str, prefs.Value], keys: tuple[str, str], profile: Path
) -> SeenAccount | None:
    account, server = keys
    kind = prefs.text_of(settings, f"mail.server.{server}.type")
    if kind in {"none", ""}:
        return None
    listed = prefs.text_of(settings, f"mail.account.{account}.identities").split(",")
    ids = [part.strip() for part in listed if part.strip()][:_MOST_ACCOUNTS]
    identities = tuple(filter(None, (_identity(settings, id_, profile) for id_ in ids)))
    user = tidy(prefs.text_of(settings, f"mail.server.{server}.userName"))
    first = identities[0] if identities else SeenIdentity("", user if valid_address(user) else "")
    incoming = _incoming(settings, server) if kind == "imap" else None
    outgoing = _outgoing(settings, ids) if kind == "imap" else None
    title = tidy(prefs.text_of(settings, f"mail.server.{server}.name")) or first.email or user
    note = _KINDS.get(kind, "" if kind == "imap" else "Draftdesk can't connect it.")
    if kind == "imap" and _plain(settings, server):
        note = "Thunderbird connects to it without encryption; Draftdesk proposes TLS."
    return SeenAccount(
        title or kind, kind, first.email, first.name, user, incoming, outgoing, identities, note
    )


def _plain(settings: Mapping[str, prefs.Value], server: str) -> bool:
    return prefs.number_of(settings, f"mail.server.{server}.socketType", 0) == 0


def _incoming(settings: Mapping[str, prefs.Value], server: str) -> ServerAddress | None:
    stem = f"mail.server.{server}."
    host = prefs.text_of(settings, stem + "hostname")
    return _address(
        "imap",
        prefs.text_of(settings, stem + "realhostname") or host,
        prefs.number_of(settings, stem + "port", 0),
        prefs.number_of(settings, stem + "socketType", 0),
    )


def _outgoing(settings: Mapping[str, prefs.Value], ids: list[str]) -> ServerAddress | None:
    named = (prefs.text_of(settings, f"mail.identity.{i}.smtpServer") for i in ids)
    key = next(filter(None, named), "") or prefs.text_of(settings, "mail.smtp.defaultserver")
    stem = f"mail.smtpserver.{key}."
    socket = prefs.number_of(settings, stem + "try_ssl", 0)
    port = prefs.number_of(settings, stem + "port", 0)
    return _address("smtp", prefs.text_of(settings, stem + "hostname"), port, socket)


def _address(protocol: str, host: str, port: int, socket: int) -> ServerAddress | None:
    """A server; one that is reached without encryption is proposed with TLS at its usual port."""
    name = tidy(host).strip(". ").lower()
    if not name:
        return None
    security = _SECURITY.get(socket, Security.TLS)
    usual = _PORTS[protocol, security]
    return ServerAddress(
        name, port if 0 < port < 65_536 and socket in _SECURITY else usual, security
    )


def _identity(settings: Mapping[str, prefs.Value], key: str, profile: Path) -> SeenIdentity | None:
    stem = f"mail.identity.{key}."
    email = tidy(prefs.text_of(settings, stem + "useremail"))
    if not valid_address(email):
        return None
    words, formatted = _signature(settings, stem, profile)
    name = tidy(prefs.text_of(settings, stem + "fullName"))
    return SeenIdentity(name, email, words, formatted)


def _signature(settings: Mapping[str, prefs.Value], stem: str, profile: Path) -> tuple[str, str]:
    """The signature as plain words and as formatted text: that of a file where one is attached,
    else the one typed."""
    if settings.get(stem + "attach_signature") is True:
        path = _path(settings, stem + "sig_file", profile)
        root = _signature_root(path, profile) if path is not None else None
        if path is None or root is None:
            return "", ""
        data, whole = beginning(path, root, _LARGEST_SIGNATURE)
        if not whole or b"\0" in data:
            return "", ""
        text = data.decode("utf-8", "replace")
        is_html = path.suffix.lower() in _HTML
    else:
        text = prefs.text_of(settings, stem + "htmlSigText")[:_LARGEST_SIGNATURE]
        is_html = settings.get(stem + "htmlSigFormat") is True
    return read_signature(text) if is_html else (text.replace("\r\n", "\n").strip("\n"), "")


def _signature_root(path: Path, profile: Path) -> Path | None:
    """The folder that a signature's file has to lie in. A file outside the profile has to be
    called like a text: settings could name any file, and a signature goes to others."""
    if path.is_relative_to(profile) and ".." not in path.parts:
        return profile
    called = path.suffix.lower() in {*_HTML, ".txt", ".sig"} or path.name == ".signature"
    return path.parent if called and ".." not in path.parts else None


def _path(settings: Mapping[str, prefs.Value], name: str, profile: Path) -> Path | None:
    """A path of a setting: relative to the profile where the profile may have been moved."""
    relative = prefs.text_of(settings, name + "-rel")
    if relative.startswith(_IN_PROFILE) and "\0" not in relative:
        return profile / relative.removeprefix(_IN_PROFILE)
    absolute = prefs.text_of(settings, name)
    return Path(absolute) if absolute and "\0" not in absolute else None


def _tree(
    settings: Mapping[str, prefs.Value], keys: tuple[str, str], profile: Path
) -> tuple[SeenTree | None, str]:
    """The mail that lies on this computer alone, and a sentence where it is left out."""
    _, server = keys
    stem = f"mail.server.{server}."
    kind = prefs.text_of(settings, stem + "type")
    title = tidy(prefs.text_of(settings, stem + "name")) or "Mail"
    if kind == "imap":
        return (
            None,
            "Mail of IMAP accounts stays at their servers: connect the accounts to have it.",
        )
    if kind not in {"none", "pop3"}:
        return None, ""
    folder = _path(settings, stem + "directory", profile)
    if folder is None or not folder.is_dir():
        return None, ""
    marked = "maildir" in prefs.text_of(settings, stem + "storeContractID")
    return mozilla_folders.tree_of(title, folder, maildir=marked), ""


def _unique(tree: SeenTree, others: list[SeenTree]) -> SeenTree:
    titles = {other.title for other in others}
    number, title = 1, tree.title
    while title in titles:
        number += 1
        title = f"{tree.title} ({number})"
    return SeenTree(title, tree.folders, tree.size)


def _tags(settings: Mapping[str, prefs.Value]) -> Iterator[SeenTag]:
    named = dict(_TAGS)
    for key, value in settings.items():
        match = _TAG.fullmatch(key)
        if match is not None and isinstance(value, str) and tidy(value):
            named[match[1].lower()] = tidy(value)
    for keyword, name in list(named.items())[:_MOST_ACCOUNTS]:
        yield SeenTag(keyword, name)


def _books(settings: Mapping[str, prefs.Value], profile: Path) -> Iterator[SeenBook]:
    titles = {"abook.sqlite": "Personal address book", "history.sqlite": "Collected addresses"}
    for key, value in settings.items():
        match = _BOOK.fullmatch(key)
        if match is not None and isinstance(value, str):
            said = tidy(prefs.text_of(settings, match[1] + ".description"))
            if said and not said.startswith("chrome:") and value not in titles:
                titles[value] = said
    for name in names_in(profile, _MOST_NAMES):
        is_book = name in titles or (name.startswith("abook") and name.endswith(".sqlite"))
        if is_book and name.endswith(".sqlite") and plain_file(profile / name, profile):
            yield SeenBook(profile / name, titles.get(name, tidy(name)), BookForm.MOZILLA)
