"""Which modules a module needs first, read off compiled code without running any of it.

No Qt here: this runs in a job. It leaves the bytecode cache filled and shared libraries loaded,
so that importing in the window's thread is little more than making classes.
"""

from __future__ import annotations

import ctypes
import dis
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from types import CodeType

OURS, FACE, QT = "desktop_app.", "desktop_app.ui.", ("PySide6", "qasync", "shiboken6")


def plan(names: Iterable[str]) -> list[str]:
    """The modules to import in the window's thread, in order, so that `names` are there.

    Those that touch no Qt are imported by this very call. Modules that are there already, and
    imports for the type checker alone, are left out.
    """
    planned: dict[str, None] = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in sys.modules or name in seen:
            return
        seen.add(name)
        if name.partition(".")[0] in QT:
            _open_libraries(name)
            planned[name] = None
        elif name.startswith(FACE):
            for needed in _needed(name):
                visit(needed)
            planned[name] = None
        else:
            importlib.import_module(name)

    for name in names:
        visit(name)
    return list(planned)


def _needed(name: str) -> Iterator[str]:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return
    code = spec.loader.get_code(name)  # type: ignore[attr-defined]  # every loader of ours has it
    if isinstance(code, CodeType):
        yield from imported(code)


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
