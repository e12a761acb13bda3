"""Evolution: mail on this computer (Maildir++), accounts and identities, address books.

Sources: https://wiki.gnome.org/Apps/Evolution and e-data-server's `ESource` key files.
"""

from __future__ import annotations

import configparser
from collections.abc import Iterator, Mapping
from pathlib import Path

from desktop_app.accounts.moving.files_within import (
    beginning,
    below,
    names_in,
    plain_file,
    plain_folder,
    tidy,
)
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.mail_server import Security, ServerAddress
from desktop_app.model.moving import (
    BookForm,
    MailForm,
    MailProgram,
    SeenAccount,
    SeenBook,
    SeenFolder,
    SeenIdentity,
    SeenProgram,
    SeenTree,
)

BOOK_QUERY = "SELECT vcard FROM folder_id WHERE vcard IS NOT NULL"
_BOOK_FILE = "contacts.db"
_LARGEST, _MOST, _DEEPEST = 1 << 20, 5_000, 6
_SECURITY = {"ssl-on-alternate-port": Security.TLS, "starttls-on-standard-port": Security.STARTTLS}
_PORTS = {"imap": (993, 143), "smtp": (465, 587)}
_MAIL_KINDS = {"imapx": "imap", "imap": "imap", "ews": "ews", "pop": "pop3"}
Sections = Mapping[str, Mapping[str, str]]


def look_at(place: Path) -> SeenProgram:
    """What Evolution has; `place` is its data folder, its settings lie beside it."""
    sources = _sources(_settings(place))
    accounts = tuple(_accounts(sources))
    local = place / "mail" / "local"
    folders = tuple(_folders(local))
    tree = SeenTree("On this computer", folders, sum(folder.size for folder in folders))
    return SeenProgram(
        MailProgram.EVOLUTION,
        place,
        "Evolution",
        accounts,
        (tree,) if folders else (),
        tuple(_books(place, sources)),
        notes=(
            "Evolution's filters and labels are not read; its signatures neither.",
            *(
                ["Mail of servers stays there: connect the accounts to have it."]
                if accounts
                else []
            ),
        ),
    )


def _settings(place: Path) -> Path:
    """`~/.config/evolution` for `~/.local/share/evolution`; in a Flatpak `config` for `data`."""
    if place.parent.name == "data":
        return place.parent.parent / "config" / "evolution" / "sources"
    return place.parent.parent.parent / ".config" / "evolution" / "sources"


def _sources(folder: Path) -> dict[str, Sections]:
    """The key files of sources, by their names without `.source`."""
    found: dict[str, Sections] = {}
    for name in names_in(folder, _MOST):
        if not name.endswith(".source"):
            continue
        data, _ = beginning(folder / name, folder, _LARGEST)
        parser = configparser.RawConfigParser(strict=False, delimiters=("=",))
        try:
            parser.read_string(data.decode("utf-8", "replace"))
        except configparser.Error:
            continue
        found[name.removesuffix(".source")] = {s: dict(parser[s]) for s in parser.sections()}
    return found


def _said(source: Sections, section: str, key: str) -> str:
    return tidy(source.get(section, {}).get(key, ""))


def _accounts(sources: Mapping[str, Sections]) -> Iterator[SeenAccount]:
    for key, source in sources.items():
        kind = _MAIL_KINDS.get(_said(source, "Mail Account", "backendname"), "")
        if not kind:
            continue
        identity = sources.get(_said(source, "Mail Account", "identityuid"), {})
        email, name = _said(identity, "Mail Identity", "address"), ""
        name = _said(identity, "Mail Identity", "name")
        email = email if valid_address(email) else ""
        transport = sources.get(_said(identity, "Mail Submission", "transportuid"), {})
        user = _said(source, "Authentication", "user")
        yield SeenAccount(
            _said(source, "Data Source", "displayname") or email or key,
            kind,
            email or (user if valid_address(user) else ""),
            name,
            user,
            _server(source, "imap") if kind == "imap" else None,
            _server(transport, "smtp") if kind == "imap" else None,
            (SeenIdentity(name, email),) if email else (),
            "" if kind == "imap" else "Draftdesk connects it with IMAP, if its provider has that.",
        )


def _server(source: Sections, protocol: str) -> ServerAddress | None:
    host = _said(source, "Authentication", "host").strip(". ").lower()
    if not host:
        return None
    security = _SECURITY.get(_said(source, "Security", "method"), Security.TLS)
    usual = _PORTS[protocol][security is Security.STARTTLS]
    port = _said(source, "Authentication", "port")
    known = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536
    plain = _said(source, "Security", "method") not in _SECURITY
    return ServerAddress(host, int(port) if known and not plain else usual, security)


def _folders(local: Path) -> Iterator[SeenFolder]:
    """Maildir++: the inbox is the folder itself, the others begin with a dot."""
    if not plain_folder(local, local):
        return
    for name in ("", *names_in(local, _MOST)):
        path = local / name if name else local
        if (name and not name.startswith(".")) or not plain_folder(path / "cur", local):
            continue
        # Evolution writes `_` and two digits for what a name can't hold.
        parts = tuple(filter(None, (tidy(_decoded(part)) for part in name[1:].split("."))))
        size = _size(path, local)
        yield SeenFolder(path, parts or ("Inbox",), MailForm.MAILDIR, size)


def _decoded(name: str) -> str:
    pieces = name.split("_")
    decoded = [pieces[0]]
    for piece in pieces[1:]:
        try:
            decoded.append(chr(int(piece[:2], 16)) + piece[2:])
        except ValueError:
            decoded.append(f"_{piece}")
    return "".join(decoded)


def _size(folder: Path, root: Path) -> int:
    return sum(
        path.stat().st_size
        for part in ("cur", "new")
        for path in map((folder / part).joinpath, names_in(folder / part, 1_000_000))
        if plain_file(path, root)
    )


def _books(place: Path, sources: Mapping[str, Sections]) -> Iterator[SeenBook]:
    top = place / "addressbook"
    for folder in below(top, place, deepest=_DEEPEST, most=_MOST):
        if plain_file(folder / _BOOK_FILE, place):
            title = _said(sources.get(folder.name, {}), "Data Source", "displayname")
            named = title or {"system": "Personal"}.get(folder.name, tidy(folder.name))
            yield SeenBook(folder / _BOOK_FILE, named, BookForm.EVOLUTION)
