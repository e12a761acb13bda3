"""A home of its own for a window in which anything may be pressed: *Write it* changes the files of
other programs."""

from __future__ import annotations

import os
from pathlib import Path

ELSEWHERE = frozenset(
    {
        *("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "COPILOT_HOME", "CODEX_HOME"),
        *("GEMINI_CLI_HOME", "APPDATA", "LOCALAPPDATA"),
    }
)
"""Variables by which programs keep their configuration somewhere else than at home."""


def own_home(folder: Path) -> dict[str, str]:
    """This process's environment with `folder` as the home."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return {**kept, "HOME": str(folder), "USERPROFILE": str(folder)}
