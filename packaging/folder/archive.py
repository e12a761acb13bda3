"""The folder as one file to download: `python -m folder.archive FOLDER TARGET.tar.zst [LEVEL]`.

Names sorted, no owner, the times and rights that `folder.finish` gave: the same folder makes the
same bytes. zstandard is the one of the environment that was packaged, so its version is locked.
"""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path

import zstandard

LEVEL = 19
"""The highest without a window that has to be asked for when it is unpacked."""


def pack(folder: Path, target: Path, level: int = LEVEL) -> None:
    """Writes the archive of the folder, which is its one entry at the top."""
    packer = zstandard.ZstdCompressor(level=level, threads=2)
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        target.open("wb") as file,
        packer.stream_writer(file) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in sorted([folder, *folder.rglob("*")]):
            name = path.relative_to(folder.parent).as_posix()
            archive.add(path, name, recursive=False, filter=_plain)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = int(entry.mtime)
    return entry


if __name__ == "__main__":
    pack(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
