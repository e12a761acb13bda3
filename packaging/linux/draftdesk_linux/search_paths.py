"""Search paths of ELF files that lead out of the folder: those of the machine that built a library.

A library must not be looked for in a folder that only another computer has: whoever can make that
folder would say what is loaded. Tables: System V ABI, chapter 5 (Dynamic Section).
"""

from __future__ import annotations

import struct
from pathlib import Path

_RPATH, _RUNPATH, _STRTAB, _NULL = 15, 29, 5, 0
_LOAD, _DYNAMIC = 1, 2
_ENTRY = struct.Struct("<QQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
OWN = "$ORIGIN"


def foreign(path: Path) -> list[str]:
    """Search paths of a file that don't begin at the file itself. Empty for other files."""
    return [each for each in _paths(path.read_bytes()) if not each.startswith(OWN)]


def cut_foreign(folder: Path) -> list[tuple[Path, str]]:
    """Take every search path out of the files of a folder that has one which leads out of it.
    Returns what was taken. Raises SystemExit where a file's other paths would go with it."""
    cut: list[tuple[Path, str]] = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            if file.read(6) != b"\x7fELF\x02\x01":
                continue
        if not (wrong := foreign(path)):
            continue
        data = bytearray(path.read_bytes())
        if any(each.startswith(OWN) for each in _paths(data)):
            raise SystemExit(f"{path} is looked up here and elsewhere: {', '.join(wrong)}.")
        _drop(data)
        path.write_bytes(data)
        cut += [(path, each) for each in wrong]
    return cut


def _paths(data: bytes | bytearray) -> list[str]:
    found: list[str] = []
    strings = _offset(data, next((v for _, t, v in _entries(data) if t == _STRTAB), 0))
    for _, tag, value in _entries(data):
        if tag in (_RPATH, _RUNPATH):
            end = data.index(b"\0", strings + value)
            found += data[strings + value : end].decode("utf-8", "replace").split(":")
    return [each for each in found if each]


def _drop(data: bytearray) -> None:
    """The entries of search paths go, those behind them move up, as chrpath does it."""
    rows = list(_entries(data))
    kept = [(tag, value) for _, tag, value in rows if tag not in (_RPATH, _RUNPATH)]
    kept += [(_NULL, 0)] * (len(rows) - len(kept))
    for (place, _, _), (tag, value) in zip(rows, kept, strict=True):
        _ENTRY.pack_into(data, place, tag, value)


def _segments(data: bytes | bytearray) -> list[tuple[int, int, int, int]]:
    """Type, offset, address and size in the file of each."""
    if data[:6] != b"\x7fELF\x02\x01":
        return []
    [start] = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    rows = (_SEGMENT.unpack_from(data, start + size * number) for number in range(count))
    return [(row[0], row[2], row[3], row[5]) for row in rows]


def _entries(data: bytes | bytearray) -> list[tuple[int, int, int]]:
    """Offset, tag and value of each row of the dynamic section, up to its end."""
    for kind, offset, _, size in _segments(data):
        if kind == _DYNAMIC:
            rows = []
            for place in range(offset, offset + size, _ENTRY.size):
                tag, value = _ENTRY.unpack_from(data, place)
                rows.append((place, tag, value))
                if tag == _NULL:
                    break
            return rows
    return []


def _offset(data: bytes | bytearray, address: int) -> int:
    """Where in the file an address is."""
    for kind, offset, begins, size in _segments(data):
        if kind == _LOAD and begins <= address < begins + size:
            return address - begins + offset
    return 0
