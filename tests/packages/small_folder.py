"""A folder as PyInstaller makes one, of a few files: a program that says its name and version."""

from __future__ import annotations

import datetime as dt
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.packages import linux

WHEN = dt.datetime(2026, 1, 2, 3, 4, 6, tzinfo=dt.UTC)
EPOCH = int(WHEN.timestamp())


def small_folder(into: Path, version: str = "1.0.0", *, only_here: str = "") -> Path:
    """`only_here` is the name of a file that no other version has."""
    resources = into / "_internal" / "resources"
    resources.mkdir(parents=True)
    (into / "draftdesk").write_text(f"#!/bin/sh\necho Draftdesk {version}\n", "utf-8")
    (into / "draftdesk").chmod(0o700)
    shutil.copy(shutil.which("true") or "/bin/true", into / "_internal" / "libsmall.so.1")
    if only_here:
        (resources / only_here).write_text("here\n", "utf-8")
    return into


def small_tree(into: Path, version: str = "1.0.0", *, only_here: str = "") -> Path:
    """The tree of the archives, made of such a folder."""
    folder = small_folder(into / "folder", version, only_here=only_here)
    made = staged(folder, into / "stage", version)
    needs = linux("libraries").Needs(("libno-such.so.9",), (), "2.17", ())
    linux("archives").finish_tree(made, needs)
    return Path(made.tree)


def staged(folder: Path, into: Path, version: str = "1.0.0") -> Any:
    """The stage of a folder, with the names of the checkout."""
    names = replace(linux("names").names(), version=version)
    return linux("stage").stage(folder, into, names, "1", WHEN)
