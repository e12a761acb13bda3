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


_ANYWHERE: Table = (
    (MailProgram.TAKEOUT, "Downloads/Takeout"),
    (MailProgram.TAKEOUT, "Takeout"),
)


def places(
    home: Path, environment: Mapping[str, str], platform: str
) -> Iterator[tuple[MailProgram, Path]]:
    """Folders of mail programs that are there; `platform` is one of `sys.platform`."""
    table, data = _LINUX, home
    if platform == "darwin":
        table = _MAC
    elif platform == "win32":
        table = _WINDOWS
        data = Path(environment.get("APPDATA") or home / "AppData/Roaming")
    for program, folder in table:
        if _is_folder(data / folder):
            yield program, data / folder
    for program, folder in _ANYWHERE:
        if _is_folder(home / folder):
            yield program, home / folder


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
