"""The archive `.tar.zst`, and the `.run` that unpacks and installs itself. Both hold the same tree,
with `install.sh` at its top; two builds of one tree are the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from draftdesk_linux.libraries import Needs, debian
from draftdesk_linux.names import HERE, Names
from draftdesk_linux.stage import Stage

LEVEL = int(os.environ.get("LEVEL", "19"))
"""Of zstd: 19 is the highest that asks for no large window where it is unpacked."""
_PIECE = 1 << 20
_AR = b"!<arch>\n"


def finish_tree(stage: Stage, needs: Needs) -> None:
    """What the archives have besides the tree of the packages: the installer, what it looks for
    on the system, and the form of installation."""
    shutil.copyfile(HERE / "install.sh", stage.tree / "install.sh")
    (stage.tree / "install.sh").chmod(0o755)
    (stage.tree / "bin").mkdir()
    (stage.tree / "bin" / "draftdesk").symlink_to("../lib/draftdesk/draftdesk")
    folder = stage.tree / "lib" / "draftdesk"
    rows = (f"{name}\t{debian((name,))[0].partition(' ')[0]}\n" for name in needs.needed)
    (folder / "NEEDS").write_text("".join(rows), "utf-8")
    shutil.copyfile(stage.extra / "FORM.run", folder / "_internal" / "resources" / "FORM")


def write_tar_zst(tree: Path, target: Path, top: str, epoch: int) -> None:
    """`top` is the folder that the archive unpacks to; `epoch` the time of every file."""
    import zstandard

    # The bytes are the same with any number of threads but none.
    compressor = zstandard.ZstdCompressor(level=LEVEL, threads=2)
    with target.open("wb") as file, compressor.stream_writer(file) as packed:
        _write_tar(tree, packed, top, epoch)


def pack_deb_anew(package: Path) -> None:
    """Pack the data of a Debian package as hard as the archives. Its three members stay as they
    are named (deb(5), ar(5)). Raises `SystemExit` for what is no such package."""
    import zstandard

    with package.open("rb") as file:
        if file.read(8) != _AR:
            raise SystemExit(f"{package.name} is no Debian package.")
        members = list(_members(file))
    if [name for name, *_ in members] != [b"debian-binary", b"control.tar.gz", b"data.tar.zst"]:
        raise SystemExit(f"{package.name} has other members than it was made with.")
    data, packed = package.with_name(f"{package.name}.data"), zstandard.ZstdDecompressor()
    _, header, start, size = members[-1]
    try:
        with package.open("rb") as file, data.open("wb") as target:
            file.seek(start)
            compressor = zstandard.ZstdCompressor(level=LEVEL, threads=2)
            with compressor.stream_writer(target, closefd=False) as into:
                packed.copy_stream(_Part(file, size), into)
        with package.open("r+b") as file, data.open("rb") as source:
            length = data.stat().st_size
            file.seek(start - len(header))
            file.write(header[:48] + f"{length:<10d}".encode() + header[58:])
            shutil.copyfileobj(source, file, _PIECE)
            if length % 2:
                file.write(b"\n")
            file.truncate()
    finally:
        data.unlink(missing_ok=True)


class _Part:
    """So many bytes of a file from where it is."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int) -> bytes:
        piece = self._file.read(min(size, self._left))
        self._left -= len(piece)
        return piece


def _members(file: IO[bytes]) -> Iterator[tuple[bytes, bytes, int, int]]:
    """Name, header, place and size of each."""
    while header := file.read(60):
        size = int(header[48:58])
        yield header[:16].rstrip(b" /"), header, file.tell(), size
        file.seek(size + size % 2, 1)


def write_run(tree: Path, target: Path, names: Names, epoch: int) -> None:
    """A shell script with the archive behind it, packed by gzip: every system can unpack that."""
    payload = target.with_name(f"{target.name}.payload")
    try:
        # mtime=0 and no name: nothing of this build is in the header.
        with payload.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
            _write_tar(tree, packed, names.name, epoch)
        script = _script(names, payload)
        with target.open("wb") as file:
            file.write(script)
            with payload.open("rb") as packed_file:
                shutil.copyfileobj(packed_file, file, _PIECE)
        target.chmod(0o755)
    finally:
        payload.unlink(missing_ok=True)


def _script(names: Names, payload: Path) -> bytes:
    """The head, which says how long it is itself: its length is that of its own text."""
    with payload.open("rb") as file:
        total = hashlib.file_digest(file, "sha256").hexdigest()
    text = (HERE / "run-head.sh").read_text("utf-8")
    text = text.replace("@VERSION@", names.version).replace("@SHA256@", total)
    width = 8
    length = len(text.replace("@LENGTH@", "0" * width).encode())
    return text.replace("@LENGTH@", f"{length:0{width}d}").encode()


def _write_tar(tree: Path, into: IO[bytes], top: str, epoch: int) -> None:
    with tarfile.open(fileobj=into, mode="w|", format=tarfile.GNU_FORMAT) as archive:
        settled = _settled(epoch)
        for path in (tree, *sorted(tree.rglob("*"))):
            name = Path(top) / path.relative_to(tree)
            archive.add(path, str(name), recursive=False, filter=settled)


def _settled(epoch: int) -> Callable[[tarfile.TarInfo], tarfile.TarInfo]:
    def settle(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = epoch
        return info

    return settle
