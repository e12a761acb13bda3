"""Names of the files inside an archive (zip, tar). Nothing is unpacked but what lists them."""

from __future__ import annotations

import io
import itertools
import tarfile
import zipfile
import zlib

from desktop_app.mail.wire.charsets import decode

_MOST_NAMES = 20_000
_MOST_BYTES = 50_000_000
"""Unpacked bytes of a packed tar that are looked through: its names stand between its files."""

_UTF8 = 0x800
_FAULTS = (zipfile.BadZipFile, zipfile.LargeZipFile, tarfile.TarError, zlib.error, EOFError)


def archive_names(data: bytes) -> str:
    """A name a line; empty where it is no archive that can be listed. Never raises."""
    try:
        if zipfile.is_zipfile(io.BytesIO(data)):
            return "\n".join(_in_zip(data))
        return "\n".join(_in_tar(data))
    except (*_FAULTS, OSError, ValueError, NotImplementedError, RuntimeError, MemoryError):
        return ""


def _in_zip(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()[:_MOST_NAMES]
    return [_name(member) for member in members if not member.is_dir()]


def _name(member: zipfile.ZipInfo) -> str:
    """Names that do not say that they are UTF-8 are in whatever the sender's system had."""
    if member.flag_bits & _UTF8 or member.filename.isascii():
        return member.filename
    return decode(member.filename.encode("cp437", "replace"))


def _in_tar(data: bytes) -> list[str]:
    if data[:2] == b"\x1f\x8b":
        data = zlib.decompressobj(31).decompress(data, _MOST_BYTES)
    names: list[str] = []
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            members = itertools.islice(archive, _MOST_NAMES)
            names.extend(member.name for member in members if member.isfile())
    except _FAULTS:
        if not names:
            raise
    return names
