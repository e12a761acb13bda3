"""Tests of what makes packages: `packaging/linux`, and the files that were written for others."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"


def linux(module: str) -> Any:
    """A module of `packaging/linux`, which is no part of the program and on no path of it."""
    if str(LINUX) not in sys.path:
        sys.path.insert(0, str(LINUX))
    return importlib.import_module(f"draftdesk_linux.{module}")
