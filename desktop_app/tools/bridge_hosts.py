"""MCP hosts (programs) and their configuration files: the place, the entry added, and a write that
loses nothing."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from desktop_app.model.errors import BadInput, StorageError

NAME = "draftdesk"


@dataclass(frozen=True, slots=True)
class Host:
    """`places` by platform, each below the directory an environment variable names or, where it
    begins with ~, the person's home. `section` holds the servers in the JSON file."""

    id: str
    title: str
    places: Mapping[str, str]
    section: str = "mcpServers"
    kind: bool = False
    """Whether an entry names its transport (`"type": "stdio"`)."""


HOSTS = (
    Host(
        "claude_desktop",
        "Claude Desktop",
        {
            "linux": "~/.config/Claude/claude_desktop_config.json",
            "darwin": "~/Library/Application Support/Claude/claude_desktop_config.json",
            "win32": "APPDATA/Claude/claude_desktop_config.json",
        },
    ),
    Host("claude_code", "Claude Code", {"": "~/.claude.json"}, kind=True),
    Host("cursor", "Cursor", {"": "~/.cursor/mcp.json"}),
    Host(
        "vs_code",
        "VS Code",
        {
            "linux": "~/.config/Code/User/mcp.json",
            "darwin": "~/Library/Application Support/Code/User/mcp.json",
            "win32": "APPDATA/Code/User/mcp.json",
        },
        "servers",
        True,
    ),
)
"""Places as the hosts' documentation gives them (November 2026)."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change of one file. `before` and `after` are its whole text, `there` says whether it
    exists, `diff` is unified and without its head."""

    path: Path
    before: str
    after: str
    there: bool

    @property
    def diff(self) -> str:
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), "now", "then", lineterm="", n=3
        )
        return "\n".join(list(lines)[2:])  # the names of the two sides say nothing here


def entry(profile: Path, *, kind: bool) -> dict[str, Any]:
    """Entry that starts `draftdesk mcp`."""
    command = _command()
    started: dict[str, Any] = {"type": "stdio"} if kind else {}
    return {
        **started,
        "command": command[0],
        "args": [*command[1:], "--profile", str(profile), "mcp"],
    }


def _command() -> list[str]:
    """Command of this program: packaged, installed, or from a checkout."""
    if getattr(sys, "frozen", False):
        pipe = Path(sys.executable).with_stem("draftdesk-pipe")
        return [str(pipe if pipe.exists() else sys.executable)]
    beside = Path(sys.executable).with_name("draftdesk")
    found = str(beside) if beside.exists() else shutil.which("draftdesk")
    return [found] if found else [sys.executable, "-m", "desktop_app"]


def configuration(host: Host, profile: Path) -> str:
    """Configuration to paste by hand."""
    return json.dumps({host.section: {NAME: entry(profile, kind=host.kind)}}, indent=2)


def place(host: Host, environment: Mapping[str, str] = os.environ) -> Path:
    """Path of the host's configuration on this system."""
    text = host.places.get(sys.platform) or host.places.get("") or host.places["linux"]
    first, _, rest = text.partition("/")
    home = environment.get("HOME") or environment.get("USERPROFILE") or str(Path.home())
    root = home if first == "~" else environment.get(first, home)
    return Path(root) / rest


def change(host: Host, profile: Path, environment: Mapping[str, str] = os.environ) -> FileChange:
    """The change that would be made. Raises `BadInput` for a file that can't be changed safely,
    `StorageError` for one that can't be read."""
    path = place(host, environment)
    try:
        before = path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(f"{path} can't be read.", next_step=_BY_HAND) from error
    try:
        document = json.loads(before) if before.strip() else {}
    except ValueError as error:
        raise BadInput(f"{path} is not plain JSON.", next_step=_BY_HAND) from error
    servers = document.setdefault(host.section, {}) if isinstance(document, dict) else None
    if not isinstance(servers, dict):
        raise BadInput(f"{path} is not as {host.title} writes it.", next_step=_BY_HAND)
    servers[NAME] = entry(profile, kind=host.kind)
    after = json.dumps(document, indent=_indent(before), ensure_ascii=False) + "\n"
    return FileChange(path, before, after, path.exists())


_BY_HAND = "Copy the configuration and put it in by hand."


def write(wanted: FileChange, now: float) -> Path | None:
    """Write the change atomically, with a backup beside it; the backup's path, None for a new file.

    Raises `StorageError`, also when the file has changed since it was shown.
    """
    path = wanted.path.resolve()
    backup = None
    try:
        there = path.read_text("utf-8") if path.exists() else ""
        if there != wanted.before:
            raise StorageError(f"{path} has changed meanwhile.", next_step="Look at it again.")
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
        if path.exists():
            stamp = datetime.fromtimestamp(now).astimezone().strftime("%Y%m%d-%H%M%S")
            backup = path.with_name(f"{path.name}.{stamp}.bak")
            shutil.copy2(path, backup)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_text(wanted.after, "utf-8")
        fresh.chmod(mode)
        fresh.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written: {error.strerror}.") from error
    return backup


def _indent(text: str) -> int | str:
    """Indentation that the file already has."""
    line = next((x for x in text.splitlines() if x[:1] in " \t" and x.strip()), "  x")
    space = line[: len(line) - len(line.lstrip())]
    return "\t" if space.startswith("\t") else min(8, len(space))
