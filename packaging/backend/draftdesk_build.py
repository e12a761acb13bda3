"""Build backend: setuptools', with the folder `resources` as package data of `desktop_app`.

The folder stands at the top of the checkout. A wheel has it inside the package, where every form of
installation finds it (`desktop_app/locations.py`). An editable installation reads the checkout's.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools.build_meta import *  # noqa: F403 - the hooks of PEP 517 and PEP 660
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED = ("draftdesk.desktop", "icons/*", "licences/*", "sample/sample.mbox")
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

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else [*outputs, *(str(t) for _, t in self._pairs())]

    def _pairs(self) -> list[tuple[Path, Path]]:
        into = Path(self.build_lib) / "desktop_app" / "resources"
        pairs = [(path, into / path.relative_to(ROOT / "resources")) for path in resources()]
        return [*pairs, (ROOT / "LICENSE", into / "LICENSE")]
