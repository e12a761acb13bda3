"""Configuration files of other programs: one entry is put in, and nothing else is lost.

JSON keeps its data and indentation. JSON with comments, as editors write it, TOML and YAML keep
every letter outside the entry.
"""

from __future__ import annotations

import difflib
import json
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from desktop_app.model.errors import BadInput, StorageError

MOST_WITH_COMMENTS = 200_000
"""Characters of JSON with comments that are read: some 2 seconds."""

_BY_HAND = "Copy the configuration and put it in by hand."
_MARK = "\ufeff"
_LONE = re.compile("[\ud800-\udfff]")


class _Unsafe(Exception):
    """The file is not as expected, or a change would lose something of it."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change of one file. `before` and `after` are its whole text, a byte order mark and line
    ends included; `there` says whether it exists, `diff` is unified and without its head."""

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


def change_file(path: Path, section: str, name: str, entry: Mapping[str, Any]) -> FileChange:
    """The change that puts `entry` under `name` into `section`. Raises `BadInput` for a file that
    can't be changed safely, `StorageError` for one that can't be read."""
    before = _read(path)
    text = before.removeprefix(_MARK)
    put = _put(path)
    try:
        after = put(text.replace("\r\n", "\n"), section, name, dict(entry))
    except (_Unsafe, ValueError, RecursionError) as error:
        raise BadInput(f"{path} can't be changed safely.", next_step=_BY_HAND) from error
    if "\r\n" in text:
        after = after.replace("\n", "\r\n")
    mark = _MARK if before.startswith(_MARK) else ""
    return FileChange(path, before, mark + after, path.exists())


def entry_alone(path: Path, section: str, name: str, entry: Mapping[str, Any]) -> str:
    """A file with nothing but the entry."""
    return _put(path)("", section, name, dict(entry))


def _put(path: Path) -> Callable[[str, str, str, dict[str, Any]], str]:
    """By the language of the file."""
    return {".toml": _put_toml, ".yaml": _put_yaml}.get(path.suffix, _put_json)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(f"{path} can't be read.", next_step=_BY_HAND) from error


# --- JSON ------------------------------------------------------------------------------------


def _put_json(text: str, section: str, name: str, entry: dict[str, Any]) -> str:
    try:
        document = json.loads(
            text if text.strip() else "{}", object_pairs_hook=_once, parse_constant=_refuse
        )
    except json.JSONDecodeError:
        return _put_between_comments(text, section, name, entry)
    servers = document.setdefault(section, {}) if isinstance(document, dict) else None
    if not isinstance(servers, dict):
        raise _Unsafe("the servers are no object")
    if servers.get(name) == entry:
        return text
    servers[name] = entry
    return _dumped(document, _indent(text)) + "\n"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Unsafe("a key stands there twice")
    return made


def _refuse(constant: str) -> Any:
    raise _Unsafe(f"{constant} is no JSON")


def _dumped(value: object, indent: int | str) -> str:
    """Letters as they are, but halves of surrogate pairs as escapes: no file can hold them."""
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    return _LONE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def _indent(text: str) -> int | str:
    """Indentation that the file already has."""
    line = next((x for x in text.splitlines() if x[:1] in " \t" and x.strip()), "  x")
    space = line[: len(line) - len(line.lstrip())]
    return "\t" if space.startswith("\t") else min(8, len(space))


# --- JSON with comments ----------------------------------------------------------------------


def _put_between_comments(text: str, section: str, name: str, entry: dict[str, Any]) -> str:
    """The library says where each object begins and ends; only that place is written."""
    if len(text) > MOST_WITH_COMMENTS:
        raise _Unsafe("the file is too long")
    from json5 import loads  # not on the way to the window
    from json5.loader import ModelLoader
    from json5.model import JSONObject, JSONText

    model = loads(text, loader=ModelLoader())
    root = model.value if isinstance(model, JSONText) else None
    if not isinstance(root, JSONObject):
        raise _Unsafe("the file is no object")
    expected = loads(text)
    if isinstance(expected.get(section), dict) and expected[section].get(name) == entry:
        return text
    indent = _indent(text)
    step = indent if isinstance(indent, str) else " " * indent
    servers = _member(root, section)
    if servers is None:
        after = _inserted(text, root, section, {name: entry}, step, 1)
    elif not isinstance(servers, JSONObject):
        raise _Unsafe("the servers are no object")
    else:
        old = _member(servers, name)
        if old is None:
            after = _inserted(text, servers, name, entry, step, 2)
        else:
            value = _lines(entry, step, 2)
            after = text[: old._tok.index] + value + text[old._end_tok.end :]
    expected.setdefault(section, {})[name] = entry
    if loads(after) != expected:
        raise _Unsafe("the entry found no place")
    return after


def _member(parent: Any, name: str) -> Any:
    """Value of the member `name` of an object of the library; None without one."""
    found = [
        value
        for key, value in zip(parent.keys, parent.values, strict=True)
        if getattr(key, "characters", getattr(key, "name", None)) == name
    ]
    if len(found) > 1:
        raise _Unsafe("a key stands there twice")
    return found[0] if found else None


def _inserted(text: str, parent: Any, name: str, value: object, step: str, depth: int) -> str:
    """`text` with a last member in the object `parent`."""
    member = f"{step * depth}{json.dumps(name)}: {_lines(value, step, depth)}"
    first, end = parent._tok.end, parent._end_tok.index
    last = parent.values[-1]._end_tok.end if parent.values else first
    comma = "," if parent.values and parent.trailing_comma is None else ""
    between = text[last:end].rstrip()  # a comment, a last comma
    return f"{text[:last]}{comma}{between}\n{member}\n{step * (depth - 1)}{text[end:]}"


def _lines(value: object, step: str, depth: int) -> str:
    return _dumped(value, step).replace("\n", f"\n{step * depth}")


# --- TOML ------------------------------------------------------------------------------------


def _put_toml(text: str, section: str, name: str, entry: dict[str, Any]) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AbstractTable, InlineTable

    try:
        document = tomlkit.parse(text)
        if section not in document:
            document.add(section, tomlkit.table(is_super_table=True))
        servers = document[section]
        if not isinstance(servers, AbstractTable):
            raise _Unsafe("the servers are no table")
        if servers.get(name) == entry:
            return text
        inline = isinstance(servers, InlineTable)
        table = tomlkit.inline_table() if inline else tomlkit.table()
        table.update(entry)
        servers[name] = table
        after = tomlkit.dumps(document)
        expected = {**document.unwrap()}
    except TOMLKitError as error:
        raise _Unsafe from error
    if tomlkit.parse(after).unwrap() != expected:
        raise _Unsafe("the entry found no place")
    return after


# --- YAML ------------------------------------------------------------------------------------


def _put_yaml(text: str, section: str, name: str, entry: dict[str, Any]) -> str:
    from desktop_app.tools.hosts.host_yaml import Unplain, put_yaml

    try:
        return put_yaml(text, section, name, entry)
    except Unplain as error:
        raise _Unsafe from error


# --- writing ---------------------------------------------------------------------------------


def write(wanted: FileChange, now: float) -> Path | None:
    """Write the change atomically, with a backup beside it; the backup's path, None for a new file.

    Raises `StorageError`, also when the file has changed since it was shown.
    """
    path = wanted.path.resolve()
    backup = None
    if _read(path) != wanted.before:
        raise StorageError(f"{path} has changed meanwhile.", next_step="Look at it again.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
        if path.exists():
            backup = _free(path, now)
            shutil.copy2(path, backup)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(wanted.after.encode())
        fresh.chmod(mode)
        fresh.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written: {error.strerror}.") from error
    return backup


def _free(path: Path, now: float) -> Path:
    """Name of a backup that is not there yet."""
    stamp = datetime.fromtimestamp(now).astimezone().strftime("%Y%m%d-%H%M%S")
    names = (f"{path.name}.{stamp}{f'-{n}' if n else ''}.bak" for n in count())
    return next(file for file in map(path.with_name, names) if not file.exists())
