"""The description that nfpm reads: `nfpm.yaml`, filled in."""

from __future__ import annotations

import datetime as dt
import json
import textwrap
from collections.abc import Iterable
from pathlib import Path
from string import Template

from draftdesk_linux.libraries import CXX, Needs, debian, rpm
from draftdesk_linux.names import HERE, Names
from draftdesk_linux.stage import Stage

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
"""As `platform.machine` says them, and as nfpm does; nfpm knows rpm's own names."""
ALWAYS = {
    "deb": ("ca-certificates", "fontconfig-config", "xkb-data", "libx11-data"),
    "rpm": ("ca-certificates", "fontconfig", "xkeyboard-config", "libX11-common"),
}
"""Data of the system that the libraries inside read: authorities, fonts, keyboards."""
ALWAYS_GOOD = {
    "deb": ("xdg-utils", "fonts-noto-color-emoji", "default-dbus-session-bus | dbus-session-bus"),
    "rpm": ("xdg-utils",),
}

COMPILERS = {"3.4.28": "10", "3.4.29": "11", "3.4.30": "12", "3.4.31": "13.1", "3.4.32": "13.2"}
COMPILERS |= {"3.4.33": "14", "3.4.34": "15"}
"""The version of GCC that has a version of the C++ library (GCC's manual, ABI Policy)."""
WITH_ENGINE = (
    "This package brings a web engine along, for the view that shows a mail as its sender made it."
    " The package draftdesk is without."
)
ELSEWHERE = (("deb", "/zsh/site-functions/", "/zsh/vendor-completions/"),)
"""Folders that Debian has under another name."""


def describe(stage: Stage, names: Names, needs: Needs, **said: str) -> str:
    """The filled text. `said` has `release`, `machine` and `epoch` (seconds)."""
    moment = dt.datetime.fromtimestamp(int(said["epoch"]), dt.UTC)
    libc = [f"libc6 (>= {needs.glibc})"]
    rpm_libc = [f"libc.so.6(GLIBC_{needs.glibc})(64bit)"]
    needed = needs.needed
    if needs.glibcxx:
        needed = tuple(name for name in needed if name != CXX)  # it is named with its version
        libc.append(f"libstdc++6 (>= {COMPILERS[needs.glibcxx]})")
        rpm_libc.append(f"{CXX}(GLIBCXX_{needs.glibcxx})(64bit)")
    return Template((HERE / "nfpm.yaml").read_text("utf-8")).substitute(
        package=names.package,
        other=names.other,
        provided=_rows(["mail-reader", *_stands_for(names)]),
        arch=ARCHITECTURES[said["machine"]],
        version=names.version,
        release=said["release"],
        section=names.section,
        maintainer=names.maintainer,
        developer=names.developer,
        license=names.license,
        homepage=names.urls.get("Homepage", ""),
        summary=names.summary,
        description="\n\n".join(map(_paragraph, (*names.description, *_has(names)))),
        mtime=moment.isoformat().replace("+00:00", "Z"),
        stage=stage.tree,
        extra=stage.extra,
        here=HERE,
        files=_files(stage.tree),
        deb_depends=_rows([*libc, *debian(needed), *ALWAYS["deb"]]),
        deb_recommends=_rows([*debian(needs.recommended), *ALWAYS_GOOD["deb"]]),
        rpm_depends=_rows([*rpm_libc, *rpm(needed), *ALWAYS["rpm"]]),
        rpm_recommends=_rows([*rpm(needs.recommended), *ALWAYS_GOOD["rpm"]]),
    )


def _has(names: Names) -> list[str]:
    """What the package with the web engine says more."""
    return [WITH_ENGINE] if names.package != names.name else []


def _stands_for(names: Names) -> list[str]:
    return [f"{names.name} (= {names.version})"] if names.package != names.name else []


def _paragraph(words: str) -> str:
    return "\n".join(f"  {line}" for line in textwrap.wrap(words, 75))


def _rows(words: Iterable[str]) -> str:
    return "\n".join(f"      - {json.dumps(word)}" for word in words)


def _files(tree: Path) -> str:
    """A row for each file of `share`: folders that are the system's are nobody's here."""
    rows = []
    for path in sorted(path for path in (tree / "share").rglob("*") if path.is_file()):
        place = f"/usr/{path.relative_to(tree)}"
        source = json.dumps(str(path))
        for packager, was, becomes in ELSEWHERE:
            if was in place:
                deb = json.dumps(place.replace(was, becomes))
                rows.append(f"  - src: {source}\n    dst: {deb}\n    packager: {packager}")
                rows.append(f"  - src: {source}\n    dst: {json.dumps(place)}\n    packager: rpm")
                break
        else:
            rows.append(f"  - src: {source}\n    dst: {json.dumps(place)}")
    return "\n".join(rows)
