"""Every regular expression of the program, by the module and the name that has it.

Run as a program it prints them as JSON, out of a fresh interpreter that writes down what is
compiled while the program's modules are imported.
"""

from __future__ import annotations

import ast
import atexit
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import regex
from PySide6.QtCore import QLockFile

import desktop_app

ROOT = Path(desktop_app.__file__).parent
SKIPPED = ("desktop_app.__main__", "desktop_app.ui.reading.original")
"""Modules that begin something when they are imported."""

_ANYWHERE = {"search", "finditer", "findall", "sub", "subn", "split"}
_CALLS = _ANYWHERE | {"match", "fullmatch"}


@dataclass(frozen=True, order=True)
class Written:
    """`where` is `module.NAME`, or `module:line` for one that is written where it is used.
    `begins`: it is matched at the beginning of a text alone."""

    where: str
    pattern: str
    flags: int
    kind: str
    begins: bool
    is_bytes: bool = False

    def compiled(self) -> re.Pattern[Any]:
        if self.kind == "regex":
            made: re.Pattern[Any] = regex.compile(self.pattern, self.flags)
            return made
        if self.is_bytes:
            return re.compile(self.pattern.encode("latin-1"), self.flags)
        return re.compile(self.pattern, self.flags)


def _modules() -> Iterator[ModuleType]:
    for info in pkgutil.walk_packages(desktop_app.__path__, "desktop_app."):
        if not info.name.startswith(SKIPPED):
            yield importlib.import_module(info.name)


def _held(value: object, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """Patterns in a module's value, in what it holds too."""
    if isinstance(value, re.Pattern | type(regex.compile("a"))):
        yield value
    elif depth < 4 and isinstance(value, dict):
        for part in (*value, *value.values()):
            yield from _held(part, depth + 1)
    elif depth < 4 and isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from _held(part, depth + 1)
    elif depth < 4 and hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for name in value.__dataclass_fields__:
            yield from _held(getattr(value, name, None), depth + 1)


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        yield module, ast.parse(path.read_text("utf-8"))


def _in_sources() -> tuple[dict[tuple[str, str], set[str]], list[Written]]:
    """Methods called on each name, by module (of a name without an underscore in all of them);
    and `re.sub("…", …)` with its pattern written there."""
    uses: dict[tuple[str, str], set[str]] = {}
    in_place: list[Written] = []
    for module, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                name = node.value.id
                where = module if name.startswith("_") else ""
                uses.setdefault((where, name), set()).add(node.attr)
            elif isinstance(node, ast.Call):
                in_place += _called(module, node)
    return uses, in_place


def _called(module: str, node: ast.Call) -> Iterator[Written]:
    called = node.func
    if not (isinstance(called, ast.Attribute) and called.attr in _CALLS and node.args):
        return
    kind, first = ast.unparse(called.value), node.args[0]
    if kind not in {"re", "regex"}:
        return
    if isinstance(first, ast.Constant) and isinstance(first.value, str | bytes):
        flags = next((k.value for k in node.keywords if k.arg == "flags"), None)
        value = eval(ast.unparse(flags), {"re": re, "regex": regex}) if flags else 0
        text = first.value
        plain = text if isinstance(text, str) else text.decode("latin-1")
        begins = called.attr not in _ANYWHERE
        where = f"{module}:{node.lineno}"
        yield Written(where, plain, int(value), kind, begins, isinstance(text, bytes))


def _all() -> Iterator[Written]:
    uses, in_place = _in_sources()
    for module in _modules():
        for name, value in list(vars(module).items()):
            for found in _held(value):
                where = module.__name__ if name.startswith("_") else ""
                used = uses.get((where, name), set())
                begins = isinstance(value, re.Pattern) and not used & _ANYWHERE and bool(used)
                text, kind = found.pattern, "re" if isinstance(found, re.Pattern) else "regex"
                plain = text if isinstance(text, str) else text.decode("latin-1")
                flags = int(found.flags)
                yield Written(
                    f"{module.__name__}.{name}", plain, flags, kind, begins, isinstance(text, bytes)
                )
    yield from in_place


@cache
def patterns() -> tuple[Written, ...]:
    """All of them, out of another process: importing every module is not for the one that tests.
    Of the processes that share a run of the suite the first asks it, and the others read that."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return _read(_printed())
    kept = Path(tempfile.gettempdir()) / f"patterns-{run}.json"
    lock = QLockFile(f"{kept}.lock")
    assert lock.lock(), lock.error()
    try:
        if not kept.exists():
            kept.write_text(_printed(), "utf-8")
            atexit.register(kept.unlink, missing_ok=True)
        return _read(kept.read_text("utf-8"))
    finally:
        lock.unlock()


def _printed() -> str:
    return subprocess.run(
        [sys.executable, "-m", "tests.growth.pattern_list"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def _read(printed: str) -> tuple[Written, ...]:
    return tuple(Written(*row) for row in json.loads(printed))


if __name__ == "__main__":
    unique: dict[tuple[object, ...], Written] = {}
    for one in _all():
        key = (one.pattern, one.flags, one.kind, one.is_bytes)
        before = unique.get(key)
        if before is None or (before.begins and not one.begins):
            unique[key] = one
    rows = [
        (w.where, w.pattern, w.flags, w.kind, w.begins, w.is_bytes) for w in sorted(unique.values())
    ]
    print(json.dumps(rows))
