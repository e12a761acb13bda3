"""One text with the licences of everything that lies in the folder, made from what lies there.

Each Python package brings its own; libraries of the build system have theirs in
`/usr/share/doc/NAME/copyright`; what brings none has it in `packaging/licences/NAME.txt`. An owner
without any is an error: nothing is given away without its licence.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from folder.inside import DRAFTDESK, PYTHON, Inside, Owner

TEXTS = Path(__file__).resolve().parent.parent / "licences"
_NAMED = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.I)
_LINE = "=" * 78
_QT = dict.fromkeys(("pyside6-essentials", "pyside6-addons", "shiboken6"), "qt.txt")


class NoLicence(Exception):
    """Something in the folder has no licence that is known here."""


def written(inside: Inside, parts: Iterable[tuple[str, str, str]] = ()) -> str:
    """The text; `parts` are libraries within libraries: name, version, and the file in
    `packaging/licences`. Raises `NoLicence`."""
    texts: dict[str, list[str]] = {}
    for owner in inside.all:
        told = f"{owner.name} {owner.version}".strip()
        texts.setdefault(_of(owner, inside.root), []).append(told)
    for name, version, file in parts:
        texts.setdefault(_read(TEXTS / file), []).append(f"{name} {version}".strip())
    blocks = sorted((sorted(names, key=str.lower), text) for text, names in texts.items())
    blocks.sort(key=lambda block: (not any(n.startswith(DRAFTDESK) for n in block[0]), block[0]))
    head = (
        "Licences of Draftdesk and of everything that came with it. Texts that are the same stand "
        "here once.\nLibraries lie in this folder as files of their own: each can be replaced by "
        "another of the same version."
    )
    return "\n\n".join([head, *(_block(names, text) for names, text in blocks)]) + "\n"


def named(owner: Owner) -> str:
    """The licence in a word, as its own metadata says it; empty where it does not."""
    if owner.dist is None:
        return {DRAFTDESK: "MIT", PYTHON: "PSF-2.0"}.get(owner.name, "")
    data = owner.dist.metadata.json
    told = str(data.get("license_expression") or data.get("license") or "")
    if told and "\n" not in told:
        return told
    classes = [each for each in data.get("classifier", []) if each.startswith("License ::")]
    return classes[0].rpartition(":: ")[2] if classes else ""


def _block(names: list[str], text: str) -> str:
    return f"{_LINE}\n{chr(10).join(names)}\n{_LINE}\n\n{text}"


def _of(owner: Owner, root: Path) -> str:
    name = owner.name.lower().replace("_", "-")
    kept = TEXTS / _QT.get(name, f"{name}.txt")
    if kept.is_file():
        return _read(kept)
    if owner.name == DRAFTDESK:
        return _read(root / "LICENSE")
    if owner.name == PYTHON:
        return _read(Path(sys.base_prefix) / "lib" / f"python{_version()}" / "LICENSE.txt")
    if owner.dist is not None:
        found = [Path(str(f.locate())) for f in owner.dist.files or () if _is_licence(f.parts)]
        texts = sorted({_read(path) for path in found if path.is_file()})
    else:
        copyright_file = Path("/usr/share/doc") / owner.name / "copyright"
        texts = [_read(copyright_file)] if copyright_file.is_file() else []
    if not texts:
        raise NoLicence(f"{owner.name} has no licence: write packaging/licences/{kept.name}.")
    return "\n\n".join(texts)


def _is_licence(parts: tuple[str, ...]) -> bool:
    in_metadata = any(part.endswith(".dist-info") for part in parts)
    return in_metadata and bool(_NAMED.search("/".join(parts[1:])))


def _read(path: Path) -> str:
    """A file that is not there is an error: `NoLicence`."""
    try:
        text = path.read_text("utf-8", "replace")
    except OSError as error:
        raise NoLicence(f"{path} can't be read.") from error
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"
