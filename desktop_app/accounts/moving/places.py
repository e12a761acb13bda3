"""Where mail programs keep their data on this computer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from desktop_app.model.moving import MailProgram

Table = tuple[tuple[MailProgram, str], ...]
_LINUX: Table = (
    (MailProgram.THUNDERBIRD, ".thunderbird"),
    (MailProgram.THUNDERBIRD, "snap/thunderbird/common/.thunderbird"),
    (MailProgram.THUNDERBIRD, ".var/app/org.mozilla.Thunderbird/.thunderbird"),
    (MailProgram.THUNDERBIRD, ".var/app/net.thunderbird.Thunderbird/.thunderbird"),
    (MailProgram.EVOLUTION, ".local/share/evolution"),
    (MailProgram.EVOLUTION, ".var/app/org.gnome.Evolution/data/evolution"),
    (MailProgram.MAILSPRING, ".config/Mailspring"),
    (MailProgram.MAILSPRING, "snap/mailspring/common"),
    (MailProgram.MAILSPRING, ".var/app/com.getmailspring.Mailspring/config/Mailspring"),
)
_MAC: Table = (
    (MailProgram.THUNDERBIRD, "Library/Thunderbird"),
    (MailProgram.MAILSPRING, "Library/Application Support/Mailspring"),
    (MailProgram.APPLE_MAIL, "Library/Mail"),
)
_WINDOWS: Table = (
    (MailProgram.THUNDERBIRD, "Thunderbird"),
    (MailProgram.MAILSPRING, "Mailspring"),
)


def places(
    home: Path, environment: Mapping[str, str], platform: str
) -> Iterator[tuple[MailProgram, Path]]:
    """Folders of mail programs that are there; `platform` is one of `sys.platform`."""
    table = _LINUX
    if platform == "darwin":
        table = _MAC
    elif platform == "win32":
        table = _WINDOWS
        home = Path(environment.get("APPDATA") or home / "AppData/Roaming")
    for program, folder in table:
        try:
            there = (home / folder).is_dir()
        except OSError:
            continue
        if there:
            yield program, home / folder
