"""An installation without the parts that it may be without: everything else works, and what is
missing is told in words, with the command that brings it."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from desktop_app import installation, optional_parts
from desktop_app.assistant.providers import PROVIDERS
from desktop_app.installation import Form
from desktop_app.model.errors import Unavailable
from desktop_app.optional_parts import Part
from tests.depths import one_in

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
FORMS = list(Form)

BLOCKED = """
import sys

class Blocker:
    # A module that is not installed, as the import system tells of it.
    gone = ("PySide6.QtWebEngine", "PySide6.QtWebChannel", "PySide6.QtPdf", "PySide6.QtQuick",
            "PySide6.QtQml", "PySide6.QtPositioning", "anthropic", "google.genai", "mistralai",
            "tiktoken")
    def find_spec(self, name, path=None, target=None):
        if name.startswith(self.gone):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

sys.meta_path.insert(0, Blocker())
"""


def blocked(code: str, *arguments: str, timeout: float = 240) -> subprocess.CompletedProcess[str]:
    """In a process in which nothing of an extra can be imported."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1"}
    return subprocess.run(
        [sys.executable, "-c", BLOCKED + code, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )


@pytest.mark.system
@pytest.mark.campaign(
    small="tests/test_wheel.py::test_installed_alone_it_works_from_another_folder"
)
def test_the_self_test_passes_without_any_part() -> None:
    done = blocked(
        "from desktop_app.__main__ import main; sys.exit(main(sys.argv[1:]))", "--self-test"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    titles = ", ".join(part.title for part in Part)
    assert done.stdout == f"self-test: ok\nNot installed: {titles}\n"


def test_each_part_is_told_where_it_is_reached_for() -> None:
    """Every provider with its own library, by the test of its connection and by a request; every
    part by name; a PDF."""
    code = """
from types import SimpleNamespace
from desktop_app.assistant.providers.connecting import Connection, connect
from desktop_app.assistant.providers.directory import find_models
from desktop_app.model.errors import KnownError
from desktop_app.optional_parts import Part, absent, need
from desktop_app.ui.reading.drawn_pages import DrawnPages
from desktop_app.assistant.providers import PROVIDERS
assert set(absent()) == set(Part), absent()
def asked_for(name):
    row = PROVIDERS[name]
    connect(Connection(row, "m", row.base_url), SimpleNamespace(settings=None), "conversation")
tries = [lambda part=part: need(part) for part in Part]
own = [name for name, row in PROVIDERS.items() if row.part]
tries += [lambda name=name: find_models(name, "", "key") for name in own]
tries += [lambda name=name: asked_for(name) for name in own]
tries += [lambda: DrawnPages(b"%PDF", pdf=True)]
for attempt in tries:
    try:
        attempt()
    except KnownError as error:
        print(error.sentence, error.next_step)
    else:
        print("nothing told")
"""
    done = blocked(code)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert len(lines) == len(Part) + 3 + 3 + 1
    for line in lines:
        assert "is not in this installation of Draftdesk. Run make run" in line


def test_servers_of_ones_own_and_openai_need_no_part() -> None:
    """OpenAI's library speaks to them all, and it is in the base."""
    code = """
import httpx2
from desktop_app.assistant.providers import PROVIDERS
for name, row in PROVIDERS.items():
    if row.part is None:
        model = row.make("m", "http://127.0.0.1:9/v1", "k", httpx2.AsyncClient())
        print(name, type(model).__name__)
"""
    done = blocked(code)
    assert done.returncode == 0, done.stderr
    names = {line.split()[0] for line in done.stdout.splitlines()}
    assert names == {"ollama", "openai", "openai_compatible"}


@one_in(3)
@pytest.mark.parametrize("provider", sorted(PROVIDERS))
def test_a_provider_names_the_part_that_it_imports(provider: str) -> None:
    """What making its model imports is in the base, or its row says which part has it."""
    row = PROVIDERS[provider]
    gone = tuple(part.value.module for part in Part if part is not row.part)
    code = f"""
import httpx2
sys.meta_path[0].gone = {gone!r}
from desktop_app.assistant.providers import PROVIDERS
PROVIDERS[{provider!r}].make("m", "http://127.0.0.1:9/v1", "k", httpx2.AsyncClient())
"""
    done = blocked(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("part", Part)
def test_what_brings_a_part_is_what_its_extra_asks_for(part: Part) -> None:
    row = part.value
    brought = Requirement(row.package)
    asked = [Requirement(line) for line in EXTRAS[row.extra]]
    [same] = [one for one in asked if one.name == brought.name]
    assert brought.extras <= same.extras


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", Part)
def test_every_form_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, form: Form, part: Part
) -> None:
    monkeypatch.setattr(optional_parts, "form", lambda: form)
    told = optional_parts.how_to_get(part)
    if form.is_packaged:
        assert told == "Install the form of Draftdesk that has it, draftdesk-original."
    elif form is Form.CHECKOUT:
        assert "make run" in told
    else:
        wanted = part.value.package
        assert f'"{wanted}' in told
        assert {"PIP": "-m pip install", "PIPX": "pipx inject", "UV": "uv tool", "UVX": "uvx"}[
            form.name
        ] in told


def test_a_library_that_can_not_be_loaded_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The web engine is installed, and the system lacks what it asks for."""

    def refuse(name: str) -> None:
        raise ImportError("libasound.so.2: cannot open shared object file")

    monkeypatch.setattr(importlib, "import_module", refuse)
    with pytest.raises(Unavailable, match="The Original view can't be loaded") as caught:
        optional_parts.need(Part.ORIGINAL)
    assert "libasound.so.2" in caught.value.details["missing"]
    assert "package manager" in caught.value.next_step


def _imports_at_once(source: str) -> set[str]:
    """What is imported with a module, and not by a function of it."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_no_module_is_imported_with_a_part_but_the_view_itself() -> None:
    gone = ("PySide6.QtWebEngine", "PySide6.QtPdf", "anthropic", "google.genai", "mistralai")
    found = set()
    for path in (ROOT / "desktop_app").rglob("*.py"):
        source = path.read_text("utf-8")
        if any(word.rpartition(".")[2] in source for word in gone) and any(
            name.startswith(gone) for name in _imports_at_once(source)
        ):
            found.add(path.relative_to(ROOT / "desktop_app").as_posix())
    assert found == {"ui/reading/original.py"}


@pytest.mark.campaign(
    small="tests/test_optional_parts.py::test_no_module_is_imported_with_a_part_but_the_view_itself"
)
def test_the_whole_program_imports_a_part_only_where_it_is_asked_for() -> None:
    """No module of the program but two needs a part to be imported: the rest imports where it is
    used."""
    code = """
import importlib, pkgutil
import desktop_app
for found in pkgutil.walk_packages(desktop_app.__path__, "desktop_app."):
    if not found.name.endswith("__main__"):
        try:
            importlib.import_module(found.name)
        except ImportError as error:
            print(found.name, error.name)
"""
    done = blocked(code)
    assert done.returncode == 0, done.stderr
    failed = {line.split()[0] for line in done.stdout.splitlines()}
    assert failed == {"desktop_app.ui.reading.original"}


def test_a_packaged_program_says_which_package_it_is_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(installation, "resources", lambda: tmp_path)
    monkeypatch.delenv("APPIMAGE", raising=False)
    assert installation.form() is Form.FOLDER
    for form in (Form.DEB, Form.RPM, Form.RUN, Form.FLATPAK):
        (tmp_path / "FORM").write_text(f"{form.name.lower()}\n")
        assert installation.form() is form
    for odd in ("", "nobody knows", "\0\xff"):
        (tmp_path / "FORM").write_text(odd, "latin-1")
        assert installation.form() is Form.FOLDER
    monkeypatch.setenv("APPIMAGE", "/home/a/Draftdesk.AppImage")
    assert installation.form() is Form.APPIMAGE
