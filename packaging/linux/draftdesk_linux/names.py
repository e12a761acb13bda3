"""What packages say of the program: `names.toml`, and what pyproject.toml has besides."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent


@dataclass(frozen=True, slots=True)
class Names:
    """`urls` are those of pyproject.toml, empty where it has none. `keywords` and `description` are
    in the order in which they are shown; a paragraph of the description each. `name` is that of the
    program, `package` that of the package."""

    id: str
    name: str
    title: str
    summary: str
    developer: str
    maintainer: str
    license: str
    section: str
    desktop: str
    description: tuple[str, ...]
    keywords: tuple[str, ...]
    urls: dict[str, str]
    version: str
    package: str

    @property
    def other(self) -> str:
        """The package that this one takes the place of."""
        return next(each for each in PACKAGES if each != self.package)


PACKAGES = ("draftdesk", "draftdesk-original")
"""Without the web engine, and with it: one of them is installed."""


def names(root: Path = ROOT) -> Names:
    """Those of a checkout. The version is `__version__`, the one place that says it."""
    said = tomllib.loads((root / "packaging" / "linux" / "names.toml").read_text("utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    lists = {key: tuple(said.pop(key)) for key in ("description", "keywords")}
    urls = dict(project.get("urls", {}))
    return Names(**said, **lists, urls=urls, version=version(root), package=said["name"])


def version(root: Path = ROOT) -> str:
    """`__version__` of the checkout, read and not imported."""
    text = (root / "desktop_app" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit("desktop_app/__init__.py says no version.")
    return found[1]
