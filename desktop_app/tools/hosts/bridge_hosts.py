"""MCP hosts (programs) and their configuration files: the place of each, and the entry added.

Places and shapes as the hosts' documentation gives them (November 2026): modelcontextprotocol.io
(Claude Desktop; its MSIX package on Windows keeps files of its own), code.claude.com/docs/en/mcp,
cursor.com/docs/mcp, code.visualstudio.com/docs (MCP servers), docs.github.com (Copilot CLI,
configuration directory), developers.openai.com/codex/mcp, geminicli.com/docs (MCP servers),
docs.windsurf.com (Cascade, MCP) and zed.dev/docs/ai/mcp.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from desktop_app.tools.hosts.host_files import FileChange, change_file, entry_alone

NAME = "draftdesk"
_STDIO: Mapping[str, object] = MappingProxyType({"type": "stdio"})
_COPILOT: Mapping[str, object] = MappingProxyType({"type": "local", "tools": ["*"]})


@dataclass(frozen=True, slots=True)
class Host:
    """`places` by platform, the empty name for all others, the first that is there counts. Each
    begins with an environment variable that names a directory, or with ~ for the person's home.
    A place with * is there if a directory fits. `section` holds the servers in the file; `more` is
    what an entry has beside command and arguments; `mark` is a place that only the program
    makes, where the file's own directory says nothing."""

    id: str
    title: str
    places: Mapping[str, tuple[str, ...]]
    section: str = "mcpServers"
    more: Mapping[str, object] = field(default_factory=dict)
    mark: str = ""


_CLAUDE = "Claude/claude_desktop_config.json"
_MSIX = "LOCALAPPDATA/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json"

HOSTS = (
    Host(
        "claude_desktop",
        "Claude Desktop",
        {
            "": (f"XDG_CONFIG_HOME/{_CLAUDE}", f"~/.config/{_CLAUDE}"),
            "darwin": (f"~/Library/Application Support/{_CLAUDE}",),
            "win32": (_MSIX, f"APPDATA/{_CLAUDE}"),
        },
    ),
    Host(
        "claude_code",
        "Claude Code",
        {"": ("CLAUDE_CONFIG_DIR/.claude.json", "~/.claude.json")},
        more=_STDIO,
        mark="~/.claude",
    ),
    Host("cursor", "Cursor", {"": ("~/.cursor/mcp.json",)}),
    Host(
        "vs_code",
        "VS Code",
        {
            "": ("XDG_CONFIG_HOME/Code/User/mcp.json", "~/.config/Code/User/mcp.json"),
            "darwin": ("~/Library/Application Support/Code/User/mcp.json",),
            "win32": ("APPDATA/Code/User/mcp.json",),
        },
        "servers",
        _STDIO,
    ),
    Host(
        "copilot_cli",
        "Copilot CLI",
        {"": ("COPILOT_HOME/mcp-config.json", "~/.copilot/mcp-config.json")},
        more=_COPILOT,
    ),
    Host("codex", "Codex", {"": ("CODEX_HOME/config.toml", "~/.codex/config.toml")}, "mcp_servers"),
    Host(
        "gemini_cli",
        "Gemini CLI",
        {"": ("GEMINI_CLI_HOME/.gemini/settings.json", "~/.gemini/settings.json")},
    ),
    Host("windsurf", "Windsurf", {"": ("~/.codeium/windsurf/mcp_config.json",)}),
    Host(
        "zed",
        "Zed",
        {
            "": ("XDG_CONFIG_HOME/zed/settings.json", "~/.config/zed/settings.json"),
            "darwin": ("~/.config/zed/settings.json",),
            "win32": ("APPDATA/Zed/settings.json",),
        },
        "context_servers",
    ),
)


def entry(host: Host, profile: Path) -> dict[str, Any]:
    """Entry that starts `draftdesk mcp`."""
    command = _command()
    arguments = [*command[1:], "--profile", str(profile), "mcp"]
    return {"command": command[0], "args": arguments, **host.more}


def _command() -> list[str]:
    """Command of this program: packaged, installed, or from a checkout."""
    if getattr(sys, "frozen", False):
        pipe = Path(sys.executable).with_stem("draftdesk-pipe")
        return [str(pipe if pipe.exists() else sys.executable)]
    beside = Path(sys.executable).with_name("draftdesk")
    found = str(beside) if beside.exists() else shutil.which("draftdesk")
    return [found] if found else [sys.executable, "-m", "desktop_app"]


def place(host: Host, environment: Mapping[str, str] = os.environ) -> Path:
    """Path of the host's configuration on this system."""
    texts = host.places.get(sys.platform) or host.places[""]
    found = (_path(text, environment) for text in texts)
    return next((path for path in found if path is not None), _path_below_home(texts[-1]))


def _path(text: str, environment: Mapping[str, str]) -> Path | None:
    first, _, rest = text.partition("/")
    if first == "~":
        return _home(environment) / rest
    root = environment.get(first, "")
    if not root:
        return None
    before, star, after = rest.partition("*/")
    if not star:
        return Path(root) / rest
    folders = sorted(path for path in Path(root).glob(f"{before}*") if path.is_dir())
    files = [folder / after for folder in folders]
    return next((file for file in files if file.exists()), files[0] if files else None)


def _path_below_home(text: str) -> Path:
    """Where the variable is missing."""
    return _home(os.environ) / text.partition("/")[2]


def _home(environment: Mapping[str, str]) -> Path:
    return Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())


def is_installed(host: Host, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the host has left traces on this computer."""
    path = place(host, environment)
    mark = _path(host.mark, environment) if host.mark else path.parent
    return path.exists() or (mark is not None and mark.exists())


def change(host: Host, profile: Path, environment: Mapping[str, str] = os.environ) -> FileChange:
    """The change that would be made. Raises `BadInput` for a file that can't be changed safely,
    `StorageError` for one that can't be read."""
    return change_file(place(host, environment), host.section, NAME, entry(host, profile))


def configuration(host: Host, profile: Path, environment: Mapping[str, str] = os.environ) -> str:
    """Configuration to paste by hand, in the language of the host's file."""
    return entry_alone(place(host, environment), host.section, NAME, entry(host, profile))
