"""Where each megabyte of a folder goes: `python -m folder.sizes FOLDER INSIDE…`, as a table of
Markdown (docs/packaging.md). Modules of Python are counted as they lie in the program, packed.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from folder.inside import DRAFTDESK, PYTHON, Inside

SHOWN = 14
"""Rows; what is smaller is added up."""
_GROUPS = (
    ("Web engine (Chromium)", ("libQt6WebEngine", "qtwebengine", "icudtl", "v8_context")),
    ("Web engine (Chromium)", ("QtWebEngine", "Qt6WebChannel", "QtWebChannel")),
    ("Qt Quick and QML libraries, for the web engine", ("libQt6Qml", "libQt6Quick")),
    ("ICU, Unicode's data for Qt", ("libicu",)),
)
"""Names of files that make a row of their own, by their beginnings."""


def sizes(folder: Path, inside: Inside) -> Counter[str]:
    """Bytes by owner."""
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            place = path.relative_to(folder).as_posix().removeprefix("_internal/")
            if place == "draftdesk":
                found += _packed(path, inside)
            else:
                found[_owner(place, inside)] += path.stat().st_size
    return found


def table(rows: dict[str, Counter[str]]) -> str:
    """A column for each folder, in MB of a million bytes; the largest first."""
    largest = max(rows.values(), key=Counter.total)
    names = [name for name, _ in largest.most_common(SHOWN)]
    lines = [f"| what | {' | '.join(rows)} |", "|---|" + "---|" * len(rows)]

    def line(name: str, values: list[int]) -> str:
        return f"| {name} | {' | '.join(f'{value / 1e6:.1f}' for value in values)} |"

    lines += [line(name, [each[name] for each in rows.values()]) for name in names]
    rest = [each.total() - sum(each[name] for name in names) for each in rows.values()]
    others = {name for each in rows.values() for name in each} - set(names)
    lines.append(line(f"{len(others)} others", rest))
    lines.append(line("**all**", [each.total() for each in rows.values()]))
    return "\n".join(lines)


def _owner(place: str, inside: Inside) -> str:
    name = place.rpartition("/")[2]
    for group, starts in _GROUPS:
        if name.startswith(starts):
            return group
    if place == "base_library.zip" or place.startswith("libpython"):
        return PYTHON
    owner = inside.owners.get(place)
    if owner is None:
        return "Licences and bill of materials" if "resources/" in place else DRAFTDESK
    if owner.kind == "system":
        return "Libraries of the build system"
    return "Qt and PySide6" if owner.name.startswith(("PySide6", "shiboken")) else owner.name


def _packed(program: Path, inside: Inside) -> Counter[str]:
    """Modules in the archive that the program carries; the rest is its own start."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(program))
    [name] = [entry for entry in archive.toc if entry.endswith(".pyz")]
    found: Counter[str] = Counter()
    for module, (_, _, length) in archive.open_embedded_archive(name).toc.items():
        source = inside.modules.get(module, "")
        found[inside.owner(source).name if source not in {"", "-"} else PYTHON] += length
    found["pyinstaller"] += program.stat().st_size - found.total()
    return Counter(
        {("Qt and PySide6" if n.startswith("PySide6") else n): size for n, size in found.items()}
    )


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    folders = [Path(name) for name in sys.argv[1::2]]
    taken = [Inside.read(Path(name), root) for name in sys.argv[2::2]]
    counted = zip(folders, taken, strict=True)
    told = table({folder.name: sizes(folder, inside) for folder, inside in counted})
    sys.stdout.write(f"{told}\n")
