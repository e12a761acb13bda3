"""What this installation knows of versions: its own changelog, where newer ones are told, and how a
newer one is had."""

from __future__ import annotations

from desktop_app import __version__
from desktop_app.installation import Form, form
from desktop_app.locations import resources

_CHANGES, _ADDRESS = "CHANGELOG.md", "UPDATES"
_LONGEST = 2_000
_COMMANDS = {
    Form.CHECKOUT: "git pull && make run",
    Form.PIP: "pip install --upgrade draftdesk",
    Form.PIPX: "pipx upgrade draftdesk",
    Form.UV: "uv tool upgrade draftdesk",
    Form.UVX: "uvx draftdesk@latest",
    Form.FLATPAK: "flatpak update io.draftdesk.draftdesk",
}
WHERE_FROM = "Get the newer version where you got this one."


def own_version() -> str:
    return __version__


def own_changes() -> str:
    """The changelog that this version came with; empty where it came without."""
    place = resources()
    for path in (place / _CHANGES, place.parent / _CHANGES):
        try:
            return path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    return ""


def published_at() -> str:
    """The address of the newest changelog, as whoever built this version has named it in the file
    `resources/UPDATES`; empty for none."""
    try:
        with (resources() / _ADDRESS).open(encoding="utf-8", errors="replace") as file:
            return file.readline(_LONGEST).strip()
    except OSError:
        return ""


def how_to_update() -> str:
    """The command that brings a newer version into this form of installation, or a sentence."""
    return _COMMANDS.get(form(), WHERE_FROM)
