"""MCP hosts (programs) and their configuration files: the place of each, and the entry added.

Places and shapes as the hosts' documentation gives them (November 2026): modelcontextprotocol.io
(Claude Desktop; its MSIX package on Windows keeps files of its own), code.claude.com/docs/en/mcp,
cursor.com/docs/mcp, code.visualstudio.com/docs (MCP servers), docs.github.com (Copilot CLI,
configuration directory), developers.openai.com/codex/mcp, geminicli.com/docs (MCP servers),
docs.windsurf.com (Cascade, MCP), zed.dev/docs/ai/mcp, opencode.ai/v1/docs/mcp-servers,
qwenlm.github.io/qwen-code-docs (MCP), docs.cline.bot/mcp, docs.continue.dev (MCP, *JSON format*)
and the guide *Configuration files* of Goose.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from desktop_app.tools.hosts.host_files import FileChange, change_file, entry_alone

NAME = "draftdesk"
_STDIO: Mapping[str, object] = MappingProxyType({"type": "stdio"})
_COPILOT: Mapping[str, object] = MappingProxyType({"type": "local", "tools": ["*"]})
_LOCAL: Mapping[str, object] = MappingProxyType({"type": "local", "enabled": True})
_GOOSE: Mapping[str, object] = MappingProxyType(
    {"name": NAME, "type": "stdio", "enabled": True, "timeout": 300}
)


class Form(Enum):
    """How an entry says what is started: `command` and `args`; all of it as a list `command`; `cmd`
    and `args`."""

    COMMAND = "command"
    LIST = "list"
    CMD = "cmd"


_MAIL = "a scripted model searched, read, answered and asked to send through it"
_LISTED = "it listed Draftdesk as its configuration has it, and did no mail"


def _by_script(version: str) -> str:
    return f"Seen with {version} on 27 November 2026: {_MAIL}."


@dataclass(frozen=True, slots=True)
class Host:
    """`places` by platform, the empty name for all others, the first that is there counts. Each
    begins with an environment variable that names a directory, or with ~ for the person's home.
    A place with * is there if a directory fits; one with another of `suffixes` counts where it
    alone is there. `section` holds the servers in the file; `form` is how an entry says what is
    started, `more` what it has besides; `mark` is a place that only the program makes, where the
    file's own directory says nothing. `seen` tells when it was seen at work with Draftdesk, and
    how; empty where it was not."""

    id: str
    title: str
    places: Mapping[str, tuple[str, ...]]
    section: str = "mcpServers"
    more: Mapping[str, object] = field(default_factory=dict)
    mark: str = ""
    suffixes: tuple[str, ...] = ()
    form: Form = Form.COMMAND
    seen: str = ""


_CLAUDE = "Claude/claude_desktop_config.json"
_CLINE = "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
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
        seen=_by_script("2.1.332"),
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
        seen=f"Seen with 1.0.102 on 25 November 2026: {_LISTED}.",
    ),
    Host(
        "codex",
        "Codex",
        {"": ("CODEX_HOME/config.toml", "~/.codex/config.toml")},
        "mcp_servers",
        seen=_by_script("0.171.0"),
    ),
    Host(
        "gemini_cli",
        "Gemini CLI",
        {"": ("GEMINI_CLI_HOME/.gemini/settings.json", "~/.gemini/settings.json")},
        seen=_by_script("0.61.0"),
    ),
    Host("qwen_code", "Qwen Code", {"": ("~/.qwen/settings.json",)}, seen=_by_script("0.24.4")),
    Host(
        "opencode",
        "OpenCode",
        {"": ("XDG_CONFIG_HOME/opencode/opencode.json", "~/.config/opencode/opencode.json")},
        "mcp",
        _LOCAL,
        suffixes=(".jsonc",),
        form=Form.LIST,
        seen=_by_script("1.18.33"),
    ),
    Host(
        "continue",
        "Continue",
        {"": ("~/.continue/mcpServers/draftdesk.json",)},
        mark="~/.continue",
        seen=f"{_by_script('1.5.47 (cn)')[:-1]}, from its config.yaml.",
    ),
    Host(
        "cline",
        "Cline",
        {"": ("~/.cline/data/settings/cline_mcp_settings.json",)},
        seen=f"Seen with 3.0.65 on 28 November 2026: {_LISTED}.",
    ),
    Host(
        "cline_vs_code",
        "Cline in VS Code",
        {
            "": (f"XDG_CONFIG_HOME/{_CLINE}", f"~/.config/{_CLINE}"),
            "darwin": (f"~/Library/Application Support/{_CLINE}",),
            "win32": (f"APPDATA/{_CLINE}",),
        },
    ),
    Host(
        "goose",
        "Goose",
        {
            "": ("XDG_CONFIG_HOME/goose/config.yaml", "~/.config/goose/config.yaml"),
            "darwin": ("~/.config/goose/config.yaml",),
            "win32": ("APPDATA/Block/goose/config/config.yaml",),
        },
        "extensions",
        _GOOSE,
        form=Form.CMD,
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
    if host.form is Form.LIST:
        return {"command": [command[0], *arguments], **host.more}
    return {host.form.value: command[0], "args": arguments, **host.more}


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
    path = next((path for path in found if path is not None), _path_below_home(texts[-1]))
    others = [path.with_suffix(suffix) for suffix in host.suffixes] if not path.exists() else []
    return next((other for other in others if other.exists()), path)


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
