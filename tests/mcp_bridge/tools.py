"""Other people's programs, from `.venv/mcp-tools` (see packaging/bootstrap.sh)."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
NODE = CHECKOUT / ".venv" / "bin"
BIN = CHECKOUT / ".venv" / "mcp-tools" / "node_modules" / ".bin"

needs_tools = pytest.mark.skipif(
    not (BIN / "conformance").exists() or not (NODE / "node").exists(),
    reason="the MCP tools are not installed: packaging/bootstrap.sh test",
)


def run(name: str, *arguments: str, cwd: Path, timeout: float = 300) -> tuple[int, str, str]:
    """Exit code, standard output and standard error; nothing of it reaches the network."""
    environment = {"PATH": f"{NODE}{os.pathsep}/usr/bin:/bin", "HOME": str(cwd), "NO_COLOR": "1"}
    done = subprocess.run(
        [str(BIN / name), *arguments], cwd=cwd, env=environment, capture_output=True, text=True,
        timeout=timeout, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr
