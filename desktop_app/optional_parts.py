"""Parts that an installation may be without: what is told where one is reached for, how to get it.

The base has neither the web engine nor the cloud providers' own libraries (`original` and `models`
in pyproject.toml). Nothing here imports a part before it is needed.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from desktop_app.installation import Form, form
from desktop_app.model.errors import Unavailable

_PACKAGED = "draftdesk-original"
"""Name of the folder and of the package that have every part."""


@dataclass(frozen=True, slots=True)
class _Row:
    """`name` begins a sentence, `module` is imported where the part is used, and `package` brings
    it, in the version of `like` where that must be the same."""

    name: str
    module: str
    extra: str
    package: str
    like: str = ""


class Part(Enum):
    """Each with the library that is looked for."""

    ORIGINAL = _Row(
        "The Original view",
        "PySide6.QtWebEngineWidgets",
        "original",
        "pyside6-addons",
        "pyside6-essentials",
    )
    PAGES = _Row(
        "A view of PDF files",
        "PySide6.QtPdf",
        "original",
        "pyside6-addons",
        "pyside6-essentials",
    )
    ANTHROPIC = _Row("Anthropic", "anthropic", "models", "pydantic-ai-slim[anthropic]")
    GOOGLE = _Row("Google Gemini", "google.genai", "models", "pydantic-ai-slim[google]")
    MISTRAL = _Row("Mistral", "mistralai", "models", "pydantic-ai-slim[mistral]")

    @property
    def title(self) -> str:
        """Its name, as a sentence begins with it."""
        return self.value.name


def absent() -> tuple[Part, ...]:
    """The parts that this installation is without. Nothing is imported but their first names."""
    return tuple(part for part in Part if not _is_there(part.value.module))


def why_not(part: Part) -> Unavailable | None:
    """What is to be told where a part is not there, and the command that brings it; else None."""
    return None if _is_there(part.value.module) else _missing(part)


def need(part: Part) -> None:
    """Imports a part. Raises `Unavailable` where it is not there, or can't be loaded: the system
    may lack a library that it asks for."""
    if missing := why_not(part):
        raise missing
    try:
        importlib.import_module(part.value.module)
    except ImportError as error:
        raise Unavailable(
            f"{part.title} can't be loaded.",
            next_step="Install what it needs with the package manager of your system.",
            details={"missing": str(error)},
        ) from error


def how_to_get(part: Part) -> str:
    """One sentence: the command, or the form to install, by how Draftdesk was installed."""
    found = form()
    if found.is_packaged:
        return f"Install the form of Draftdesk that has it, {_PACKAGED}."
    if found is Form.CHECKOUT:
        return "Run make run in the checkout: it installs every part."
    wanted = part.value.package + _pinned(part.value.like)
    commands = {
        Form.PIPX: f'pipx inject draftdesk "{wanted}"',
        Form.UV: f'uv tool install --with "{wanted}" draftdesk',
        Form.UVX: f'uvx --with "{wanted}" draftdesk',
    }
    command = commands.get(found, f'"{sys.executable}" -m pip install "{wanted}"')
    return f"Install it and start Draftdesk again: {command}"


def _missing(part: Part) -> Unavailable:
    return Unavailable(
        f"{part.title} is not in this installation of Draftdesk.",
        next_step=how_to_get(part),
        details={"module": part.value.module},
    )


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # without the package that it is in, or half of one
        return False


def _pinned(like: str) -> str:
    try:
        return f"=={version(like)}" if like else ""
    except PackageNotFoundError:
        return ""
