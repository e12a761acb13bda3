"""Holds finished packages against the linters of their systems: `draftdesk_linux.checks DIR`.

A linter that is not installed is not asked. What one finds ends with status 1; what is answered by
an override, with its reason, is no finding.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from draftdesk_linux.names import Names, names

COMPLAINTS = ("error", "warning")


def _ran(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.returncode, (done.stdout + done.stderr).strip()


def lintian(package: Path) -> list[str]:
    """What it says of a package besides what the overrides answer."""
    _, said = _ran("lintian", "--allow-root", "--fail-on", ",".join(COMPLAINTS), str(package))
    return [line for line in said.splitlines() if line.startswith(("E:", "W:"))]


def _unpack_share(package: Path, folder: str) -> None:
    """The program itself is most of a package, and is not unpacked."""
    listed = ["dpkg-deb", "--fsys-tarfile", str(package)]
    with subprocess.Popen(listed, stdout=subprocess.PIPE) as pipe:  # noqa: S603
        unpack = ["tar", "-x", "-C", folder, "./usr/share"]
        subprocess.run(unpack, stdin=pipe.stdout, check=True)  # noqa: S603


def shared(package: Path, said: Names) -> list[str]:
    """What the linters of desktops say of the files that a package has for them."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        _unpack_share(package, folder)
        share = Path(folder) / "usr" / "share"
        asked = {
            "desktop-file-validate": [str(share / "applications" / said.desktop)],
            "appstreamcli": [
                *("validate", "--no-net", "--no-color"),
                str(share / "metainfo" / f"{said.id}.metainfo.xml"),
            ],
        }
        for tool, arguments in asked.items():
            if shutil.which(tool) is None:
                continue
            status, words = _ran(tool, *arguments)
            if status:
                found += [f"{tool}: {line}" for line in words.splitlines()]
    return found


def main() -> int:
    found: list[str] = []
    said = names()
    for package in sorted(Path(sys.argv[1]).glob(f"{said.name}*_{said.version}-*.deb")):
        if shutil.which("lintian") is not None:
            found += lintian(package)
        if shutil.which("dpkg-deb") is not None:
            found += shared(package, said)
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
