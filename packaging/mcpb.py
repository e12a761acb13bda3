"""Makes the extension for Claude Desktop (an MCP bundle): mcpb.py DIST.

It holds a description, an icon and a script that starts the Draftdesk that is installed: no program
and no secret. The same version is the same bytes.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "linux"))

from draftdesk_linux.names import Names, names  # noqa: E402

FILE = "Draftdesk-{}.mcpb"
START = "server/start.js"
SPECIFICATION = "0.3"
"""The version of the manifest: github.com/anthropics/mcpb, MANIFEST.md."""

_EPOCH = (2020, 1, 1, 0, 0, 0)
_NEEDS = (
    "Draftdesk has to be installed and running, with Settings → MCP bridge switched on and accounts"
    " chosen there. No setting lets a program send: you press Send in Draftdesk."
)


def manifest(said: Names) -> dict[str, Any]:
    """What Claude Desktop is told of the extension."""
    return {
        "manifest_version": SPECIFICATION,
        "name": said.name,
        "display_name": said.title,
        "version": said.version,
        "description": said.summary,
        "long_description": "\n\n".join((*said.description, _NEEDS)),
        "author": {"name": said.developer},
        "icon": "icon.png",
        "server": {
            "type": "node",
            "entry_point": START,
            "mcp_config": {
                "command": "node",
                "args": [f"${{__dirname}}/{START}"],
                "env": {"DRAFTDESK_PROGRAM": "${user_config.program}"},
            },
        },
        "tools_generated": True,
        "prompts_generated": True,
        "keywords": list(said.keywords),
        "license": said.license,
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"node": ">=18.0.0"},
        },
        "user_config": {
            "program": {
                "type": "file",
                "title": "Draftdesk",
                "description": "The program, where it is not found by itself.",
                "required": False,
                "default": "",
            }
        },
    }


def files(said: Names) -> dict[str, bytes]:
    """All that the bundle holds, by its place."""
    return {
        "manifest.json": (json.dumps(manifest(said), indent=2) + "\n").encode(),
        "icon.png": (HERE.parent / "resources" / "icons" / "draftdesk-256.png").read_bytes(),
        START: (HERE / "mcpb" / "start.js").read_bytes(),
        "LICENSE": (HERE.parent / "LICENSE").read_bytes(),
    }


def make(dist: Path) -> Path:
    """Writes the bundle into `dist`, and its manifest beside it for what checks it."""
    said = names()
    made = dist / FILE.format(said.version)
    made.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bundle:
        for place, data in files(said).items():
            entry = zipfile.ZipInfo(place, _EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            bundle.writestr(entry, data)
    return made


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit((__doc__ or "").strip())
    sys.stdout.write(f"{make(Path(sys.argv[1]))}\n")
