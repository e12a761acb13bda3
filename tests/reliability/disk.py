"""A disk under a profile that writes down all that is done to it, or fails at a chosen call.

SQLite reaches its files through a VFS of apsw's; what Python does (attachments, settings) is seen
by an audit hook. From the journal each moment can be made again, as a kill would leave it, where
the system keeps what was written, and as a power cut would: what was not waited for is gone.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

_BASE = apsw.vfs_names()[0]
Files = dict[str, bytes]
"""Contents by the path within the profile."""


@dataclass(frozen=True)
class Step:
    """One call: `kind` is write, truncate, sync, unlink, rename, create, content or said."""

    kind: str
    path: str = ""
    data: bytes = b""
    at: int = 0
    to: str = ""


@dataclass(frozen=True)
class Fault:
    """What fails: the call of this number, or, `lasting`, every write from it on (a full disk)."""

    call: int
    lasting: bool = False

    @property
    def errno(self) -> int:
        return errno.ENOSPC if self.lasting else errno.EIO


@dataclass
class Disk:
    """The calls on one profile since `watched` began. `calls` are those that a fault can meet."""

    folder: Path
    fault: Fault | None = None
    journal: list[Step] = field(default_factory=list)
    calls: int = 0
    failed: list[str] = field(default_factory=list)
    explicit: bool = False
    """Whether a checkpoint was asked for. SQLite's own ones hide their errors and try again."""

    _known: dict[str, tuple[int, int]] = field(default_factory=dict)

    def said(self, words: str) -> None:
        """Notes that the program has told somebody."""
        self.look()
        self.journal.append(Step("said", data=words.encode()))

    def inside(self, path: str) -> str:
        """The path within the profile; empty for what is elsewhere, and for shared memory."""
        if not path.startswith(f"{self.folder}/") or path.endswith("-shm"):
            return ""
        return path[len(str(self.folder)) + 1 :]

    def call(self, kind: str, path: str) -> None:
        """Counts a call before it is made. Raises the fault where it is to fail."""
        wal = (self.folder / f"{path}-wal").exists()
        hidden = path.endswith(".db") and wal and not self.explicit
        if hidden or self.fault is None:
            self.calls += not hidden
            return
        self.calls += 1
        hit = self.calls == self.fault.call
        if self.fault.lasting:
            hit = self.calls >= self.fault.call and kind in {"write", "create"}
        if hit:
            self.failed.append(f"{kind} {path}")
            raise OSError(self.fault.errno, os.strerror(self.fault.errno), path)

    def look(self) -> None:
        """Notes what Python's own files have become since the last look."""
        for path in self.folder.rglob("*"):
            name = self.inside(str(path))
            if not name or ".db" in path.name or not path.is_file():
                continue
            stat = path.stat()
            if self._known.get(name) != (stat.st_mtime_ns, stat.st_size):
                self._known[name] = (stat.st_mtime_ns, stat.st_size)
                self.journal.append(Step("content", name, path.read_bytes()))


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        text = name.filename() if isinstance(name, apsw.URIFilename) else (name or "")
        self._disk, self._name = disk, disk.inside(text)
        if self._name and not Path(text).exists():
            disk.journal.append(Step("create", self._name))
        super().__init__(_BASE, name, flags)

    def _call(self, kind: str) -> None:
        if self._name:
            _as_sqlite(self._disk, kind, self._name)

    def _note(self, step: Step) -> None:
        if self._name:
            self._disk.journal.append(step)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # apsw's name
        self._call("write")
        super().xWrite(data, offset)
        self._note(Step("write", self._name, bytes(data), offset))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802  # apsw's name
        self._call("truncate")
        super().xTruncate(newsize)
        self._note(Step("truncate", self._name, at=newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802  # apsw's name
        self._call("sync")
        super().xSync(flags)
        self._note(Step("sync", self._name))


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("watched", _BASE, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802  # apsw's name
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802  # apsw's name
        name = self._disk.inside(filename)
        if name:
            _as_sqlite(self._disk, "unlink", name)
        super().xDelete(filename, syncdir)
        if name:
            self._disk.journal.append(Step("unlink", name))

    def excepthook(self, *_: object) -> bool:
        """What SQLite hides is not told."""
        return True


def _as_sqlite(disk: Disk, kind: str, name: str) -> None:
    try:
        disk.call(kind, name)
    except OSError as error:
        full = error.errno == errno.ENOSPC
        raise (apsw.FullError if full else apsw.IOError)(str(error)) from None


_watching: list[Disk] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching or event not in _EVENTS:
        return
    disk = _watching[-1]
    _EVENTS[event](disk, arguments)


def _opened(disk: Disk, arguments: tuple[Any, ...]) -> None:
    path, _, flags = arguments
    writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
    name = disk.inside(os.fspath(path)) if isinstance(path, str | os.PathLike) else ""
    if writes and name and ".db" not in name:
        disk.look()
        disk.call("create", name)
        disk.journal.append(Step("create", name))


def _removed(disk: Disk, arguments: tuple[Any, ...]) -> None:
    path, folder = arguments
    where = os.fspath(path)
    if isinstance(folder, int) and folder >= 0:
        where = str(Path(f"/proc/self/fd/{folder}").readlink() / where)
    name = disk.inside(where)
    if name and ".db" not in name:
        disk.look()
        disk.call("unlink", name)
        disk.journal.append(Step("unlink", name))


def _renamed(disk: Disk, arguments: tuple[Any, ...]) -> None:
    name = disk.inside(os.fspath(arguments[0]))
    if name:
        disk.look()
        disk.call("rename", name)
        disk.journal.append(Step("rename", name, to=disk.inside(os.fspath(arguments[1]))))


_EVENTS: dict[str, Callable[[Disk, tuple[Any, ...]], None]] = {
    "open": _opened,
    "os.remove": _removed,
    "os.rmdir": _removed,
    "os.rename": _renamed,
}
_hooked: list[bool] = []


def watching() -> tuple[Disk, ...]:
    """The disk that is watched, if one is."""
    return tuple(_watching)


def said(journal: Sequence[Step]) -> tuple[str, ...]:
    """What was told, in order."""
    return tuple(step.data.decode() for step in journal if step.kind == "said")


@contextmanager
def watched(folder: Path, fault: Fault | None = None) -> Iterator[Disk]:
    """The disk under `folder` for the block. Every connection to it must be opened and closed
    inside."""
    if not _hooked:
        sys.addaudithook(_hook)  # can't be taken away again
        _hooked.append(True)
    disk = Disk(folder, fault)
    for path in folder.rglob("*"):
        if path.is_file() and (name := disk.inside(str(path))):
            stat = path.stat()
            disk._known[name] = (stat.st_mtime_ns, stat.st_size)
    vfs, fsync = _Vfs(disk), os.fsync

    def synced(fd: Any) -> None:
        descriptor = fd if isinstance(fd, int) else fd.fileno()
        name = disk.inside(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        if name:
            disk.look()
            disk.call("sync", name)
        fsync(descriptor)
        if name:
            disk.journal.append(Step("sync", name))

    os.fsync = synced
    _watching.append(disk)
    try:
        yield disk
    finally:
        _watching.pop()
        os.fsync = fsync
        disk.look()
        vfs.unregister()


# The moments


@dataclass(frozen=True)
class Moment:
    """What is on the disk when the program is cut off after so many steps, and what it had said."""

    steps: int
    view: str
    files: Files
    said: tuple[str, ...]


def cut(
    before: Files, journal: Sequence[Step], steps: int, view: str
) -> tuple[Files, tuple[tuple[str, ...], tuple[str, ...]]]:
    """What a cut after so many steps leaves, and what had been said by then, and was said later."""
    state, waiting = _View(dict(before)), {}  # type: tuple[_View, dict[str, list[Step]]]
    for step in journal[:steps]:
        if step.kind != "said":
            for one in _effects(step, waiting)[view]:
                state.apply(one)
    return state.files, (said(journal[:steps]), said(journal[steps:]))


def contents(folder: Path) -> Files:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")
    }


def moments(before: Files, journal: Sequence[Step]) -> Iterator[Moment]:
    """Each different state of the disk, with all that had been said by then, and with less."""
    views = {"kill": _View(dict(before)), "power": _View(dict(before))}
    said: tuple[str, ...] = ()
    waiting: dict[str, list[Step]] = {}
    changed = dict.fromkeys(views, True)
    for number, step in enumerate(journal):
        if step.kind == "said":
            for name, view in views.items():
                if changed[name]:
                    yield Moment(number, name, dict(view.files), said)
            said = (*said, step.data.decode())
            changed = dict.fromkeys(views, True)
            continue
        for name, steps in _effects(step, waiting).items():
            if steps and changed[name]:
                yield Moment(number, name, dict(views[name].files), said)
                changed[name] = False
            for one in steps:
                views[name].apply(one)
                changed[name] = True
    for name, view in views.items():
        yield Moment(len(journal), name, dict(view.files), said)


def _effects(step: Step, waiting: dict[str, list[Step]]) -> dict[str, list[Step]]:
    """What a step does to each view: at once to that of a kill, to that of a power cut when it is
    waited for. Names of files count as written at once."""
    if step.kind == "sync":
        return {"kill": [], "power": waiting.pop(step.path, [])}
    if step.kind == "create":
        return {"kill": [step], "power": [step]}
    if step.kind in {"unlink", "rename"}:
        late = waiting.pop(step.path, [])
        if step.kind == "rename":
            waiting[step.to] = [Step(s.kind, step.to, s.data, s.at) for s in late]
        return {"kill": [step], "power": [step]}
    waiting.setdefault(step.path, []).append(step)
    return {"kill": [step], "power": []}


@dataclass
class _View:
    files: Files

    def apply(self, step: Step) -> None:
        files, path = self.files, step.path
        if step.kind == "create":
            files.setdefault(path, b"")
        elif step.kind == "unlink":
            files.pop(path, None)
        elif step.kind == "rename":
            files[step.to] = files.pop(path, b"")
        elif step.kind == "content":
            files[path] = step.data
        elif step.kind == "truncate":
            files[path] = files.get(path, b"")[: step.at].ljust(step.at, b"\0")
        else:
            old = files.get(path, b"").ljust(step.at, b"\0")
            files[path] = old[: step.at] + step.data + old[step.at + len(step.data) :]


def laid_out(files: Files, folder: Path) -> Path:
    """The files in a folder, as a profile."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder
