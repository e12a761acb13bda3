"""Folders of other mail programs, as they write them.

`thunderbird_profile.zip` was made by Thunderbird 153 ESR itself, driven over Marionette: three
accounts, three senders, a filter, a tag of one's own, folders three deep, two address books with a
mailing list. Folder *Copies* was not compacted after two deletions, *Projects* was.
`thunderbird_maildir.zip` is another one of it, whose folders are Maildirs.
"""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

_DATA = Path(__file__).parents[2] / "data"
PROFILE, MAILDIRS = _DATA / "thunderbird_profile.zip", _DATA / "thunderbird_maildir.zip"
LIVE = {"Archives": 3, "Copies": 3, "Projects": 6, "Alpha": 5, "Räume & Pläne": 4, "Trash": 1}
"""Mails in each folder, as Thunderbird counts them."""

DISTINCT, DELETED = 18, 2
INI = "[Profile0]\nName=mover\nIsRelative=1\nPath=abcd.default\n"


def thunderbird(home: Path, made: Path = PROFILE) -> Path:
    """A profile under a home folder; returns its folder."""
    place = home / ".thunderbird"
    profile = place / "abcd.default"
    profile.mkdir(parents=True)
    (place / "profiles.ini").write_text(INI)
    with zipfile.ZipFile(made) as archive:
        archive.extractall(profile)
    return profile


def snapshot(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Every file and folder with what would show a change: bytes, times, mode."""
    found = {}
    for path in sorted([folder, *folder.rglob("*")]):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        name = str(path.relative_to(folder))
        found[name] = (hashlib.sha256(data).hexdigest(), status.st_mtime_ns, status.st_mode)
    return found


def letter(number: int, *, body: str = "Words.", fields: str = "") -> bytes:
    """A small mail."""
    return (
        f"From: Anna <anna@a.example>\nTo: dana@fernhill.example\nSubject: Letter {number}\n"
        f"Date: Mon, 01 Jun 2026 10:{number % 60:02d}:00 +0000\n{fields}"
        f"Message-ID: <letter-{number}@a.example>\n\n{body}\n"
    ).encode()


def mbox_of(*mails: bytes) -> bytes:
    """An mbox as Thunderbird writes one."""
    return b"".join(b"From - Sat Nov 28 01:22:18 2026\n" + mail + b"\n" for mail in mails)


def emlx(mail: bytes, flags: int) -> bytes:
    """A file of Apple Mail."""
    told = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n<key>flags</key>\n'
        f"<integer>{flags}</integer>\n</dict>\n</plist>\n"
    )
    return f"{len(mail):<10}\n".encode() + mail + told.encode()
