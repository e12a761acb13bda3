"""Which modules a module needs first, read off compiled code without running any of it.

No Qt here: this runs in a job. It keeps the code it has read, or compiled, and leaves shared
libraries loaded, so that importing in the window's thread is little more than making classes: it
neither reads a file nor compiles.
"""

from __future__ import annotations

import ctypes
import dis
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

OURS, FACE, QT = "desktop_app.", "desktop_app.ui.", ("PySide6", "qasync", "shiboken6")


Planned = dict[str, ModuleSpec | None]
"""What to import, in order. A spec has the code in memory; without one the module is looked for."""


def plan(names: Iterable[str]) -> Planned:
    """The modules to import in the window's thread, in order, so that `names` are there.

    Those that touch no Qt are imported by this very call. Modules that are there already, and
    imports for the type checker alone, are left out.
    """
    planned: Planned = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in sys.modules or name in seen:
            return
        seen.add(name)
        if name.partition(".")[0] in QT:
            _open_libraries(name)
            planned[name] = None
        elif name.startswith(FACE):
            spec = importlib.util.find_spec(name)
            code = _code_of(spec)
            for needed in imported(code) if code is not None else ():
                visit(needed)
            planned[name] = None
            # A packed program reads its modules from one file that is open and in memory.
            if spec is not None and code is not None and type(spec.loader) is SourceFileLoader:
                spec.loader = _FromMemory(spec.loader, code)
                planned[name] = spec
        else:
            importlib.import_module(name)

    for name in names:
        visit(name)
    return planned


def load(name: str, spec: ModuleSpec | None) -> None:
    """Import one of the planned modules, unless it has been meanwhile."""
    if spec is not None:
        _FINDER.specs[name] = spec
    try:
        importlib.import_module(name)
    finally:
        _FINDER.specs.pop(name, None)


class _Finder(MetaPathFinder):
    """Knows the modules that are about to be imported from memory. It stays where imports look
    for it: a list that changes under another thread's search hides a finder from it."""

    def __init__(self) -> None:
        self.specs: dict[str, ModuleSpec] = {}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002  # the protocol's
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        return self.specs.get(fullname)


_FINDER = _Finder()
sys.meta_path.insert(0, _FINDER)


class _FromMemory(SourceFileLoader):
    """Runs code that has been read already. To everybody else it is the loader it was made from:
    a second plan may come upon it while the window's thread imports the module."""

    def __init__(self, loader: SourceFileLoader, code: CodeType) -> None:
        super().__init__(loader.name, loader.path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        """The module's code; `fullname` is the one it was made for."""
        del fullname
        return self._code


def _code_of(spec: ModuleSpec | None) -> CodeType | None:
    if spec is None or spec.loader is None:
        return None
    code = spec.loader.get_code(spec.name)  # type: ignore[attr-defined]  # every loader of ours has it
    return code if isinstance(code, CodeType) else None


def imported(code: CodeType) -> Iterator[str]:
    """The modules that a module's own code imports when it runs; absolute names."""
    module, skip_to = "", -1
    last = ""
    for step in dis.get_instructions(code):
        if step.offset < skip_to:
            continue
        if last == "TYPE_CHECKING" and "JUMP" in step.opname and "FALSE" in step.opname:
            skip_to = int(step.argval)
        if step.opname == "IMPORT_NAME":
            module = str(step.argval)
            yield module
        elif step.opname == "IMPORT_FROM" and module.startswith(OURS):
            inner = f"{module}.{step.argval}"
            if _is_package(module) and importlib.util.find_spec(inner) is not None:
                yield inner
        if step.opname not in {"TO_BOOL", "CACHE", "NOT_TAKEN"}:
            last = str(step.argval)


def _is_package(name: str) -> bool:
    spec = importlib.util.find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


def _open_libraries(name: str) -> None:
    """Load a binding's shared libraries: for the web engine that takes longer than a picture."""
    spec: ModuleSpec | None = importlib.util.find_spec(name)
    path = spec.origin if spec is not None else None
    if path and path.endswith(tuple(EXTENSION_SUFFIXES)):
        try:
            ctypes.CDLL(path)
        except OSError:
            return  # the import itself will say what is wrong
