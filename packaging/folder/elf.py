"""What a library of Linux needs, read from its dynamic section (ELF, gABI chapter 5)."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

_NEEDED, _STRTAB, _SONAME = 1, 5, 14
_LOAD, _DYNAMIC = 1, 2


def is_elf(path: Path) -> bool:
    """Whether it is a program or a library of Linux, of 64 bits and little end first."""
    with path.open("rb") as file:
        return file.read(6) == b"\x7fELF\x02\x01"


def needed(path: Path) -> tuple[str, ...]:
    """Names of the libraries that it asks for, in its order. Empty for what is no such file."""
    return _texts(path, _NEEDED)


def soname(path: Path) -> str:
    """The name that it is asked for by, or that of its file."""
    return next(iter(_texts(path, _SONAME)), path.name)


def _texts(path: Path, wanted: int) -> tuple[str, ...]:
    if not path.is_file() or not is_elf(path):
        return ()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return _read(data, wanted)


def _read(data: mmap.mmap, wanted: int) -> tuple[str, ...]:
    (start,), (size, count) = (
        struct.unpack_from("<Q", data, 32),
        struct.unpack_from("<HH", data, 54),
    )
    # Type, flags, offset, address, physical address, size in the file, in memory, alignment.
    rows = [struct.unpack_from("<IIQQQQQQ", data, start + size * n) for n in range(count)]
    loads = [(address, offset) for kind, _, offset, address, *_ in rows if kind == _LOAD]
    entries = [
        struct.unpack_from("<qQ", data, at)
        for kind, _, offset, _, _, length, *_ in rows
        if kind == _DYNAMIC
        for at in range(offset, offset + length, 16)
    ]
    where = next((value for tag, value in entries if tag == _STRTAB), None)
    if where is None:
        return ()
    base, offset = max((row for row in loads if row[0] <= where), default=(0, 0))
    texts = where - base + offset
    found = []
    for tag, value in entries:
        if tag == 0:
            break
        if tag == wanted:
            begin = texts + value
            found.append(data[begin : data.find(b"\0", begin)].decode("utf-8", "replace"))
    return tuple(found)


def is_loadable(path: Path) -> bool:
    """Whether its parts lie in the file as they are to lie in memory: tools that take symbols off
    have broken that in libraries that other tools had changed before."""
    data = path.read_bytes()
    (start,), (size, count) = (
        struct.unpack_from("<Q", data, 32),
        struct.unpack_from("<HH", data, 54),
    )
    rows = [struct.unpack_from("<IIQQQQQQ", data, start + size * n) for n in range(count)]
    return all(
        offset % align == address % align and offset + length <= len(data)
        for kind, _, offset, address, _, length, _, align in rows
        if kind == _LOAD
    )
