"""Build backend: setuptools', with the folder `resources` as package data of `desktop_app`.

The folder stands at the top of the checkout. A wheel has it inside the package, where every form of
installation finds it (`desktop_app/locations.py`). An editable installation reads the checkout's.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from setuptools.build_meta import *  # noqa: F403 - the hooks of PEP 517 and PEP 660
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED = (
    *("draftdesk.desktop", "icons/*", "licences/*", "sample/sample.mbox"),
    *("guide/*.md", "guide/pictures/*.png"),
)
"""What the program reads; the sample mailbox is made of the rest by `resources/sample/build.py`."""


def resources() -> list[Path]:
    """The files of `resources` that are installed, sorted; the licence among them."""
    found = (path for pattern in INSTALLED for path in (ROOT / "resources").glob(pattern))
    return sorted(path for path in found if path.is_file())


class BuildPy(build_py):
    """Copies the resources beside the modules. What an earlier build left is not taken along."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        shutil.rmtree(Path(self.build_lib) / "desktop_app", ignore_errors=True)
        super().run()
        for source, target in self._pairs():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        if commit := _commit():
            self._commit_file.write_text(f"{commit}\n", "utf-8")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = super().get_outputs(include_bytecode)
        if self.editable_mode:
            return outputs
        own = [target for _, target in self._pairs()] + ([self._commit_file] if _commit() else [])
        return [*outputs, *map(str, own)]

    @property
    def _into(self) -> Path:
        return Path(self.build_lib) / "desktop_app" / "resources"

    @property
    def _commit_file(self) -> Path:
        return self._into / "COMMIT"

    def _pairs(self) -> list[tuple[Path, Path]]:
        into = self._into
        pairs = [(path, into / path.relative_to(ROOT / "resources")) for path in resources()]
        return [*pairs, (ROOT / "LICENSE", into / "LICENSE")]


def _commit() -> str:
    """The commit that is built, where there is a checkout with git; a source archive has none."""
    if not (ROOT / ".git").exists():
        return ""
    git = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, check=True)  # noqa: S603 - git
        return done.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
