"""Qt classes are made in the window's thread alone, and panes are whole when they are wanted."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.ui.window import preloader
from desktop_app.ui.window.preloader import FIRST, THEN, WITHOUT_QT
from tests.ui.conftest import WindowDriver


def test_what_a_job_imports_brings_no_qt_along() -> None:
    code = f"""
import sys
from importlib import import_module
for name in {WITHOUT_QT!r}:
    import_module(name)
print([name for name in sys.modules if name.startswith(("PySide6", "desktop_app.ui"))])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", [*FIRST, *THEN])
def test_what_is_imported_a_turn_at_a_time_exists(name: str) -> None:
    assert importlib.import_module(name).__name__ == name


def test_modules_are_imported_by_name_in_two_places_alone() -> None:
    """A function handed to a thread must not import the face."""
    folder = Path(__file__).parents[3] / "desktop_app" / "ui"
    found = {p.name for p in folder.rglob("*.py") if "import_module" in p.read_text("utf-8")}
    assert found == {Path(preloader.__file__).name, "jobs.py"}


def test_a_pane_that_is_wanted_early_is_made_there_and_then(driver: WindowDriver) -> None:
    frame = driver.window.frame
    frame.__dict__.pop("drafts", None)
    driver.bench.navigation.show_drafts("mine")
    assert frame.list_stack.currentWidget() is frame.drafts
    assert frame.drafts.tab == "mine"


def test_a_mail_that_is_opened_early_stays_open(driver: WindowDriver) -> None:
    driver.bench.navigation.open_thread(1)
    driver.window._make_whole()
    driver.until(lambda: driver.thread.shown is not None)
    assert driver.thread.shown.thread.id == 1


def test_nothing_of_qt_looks_through_what_is_imported() -> None:
    """In a process of its own, as a start of the program."""
    code = (
        "import builtins\n"
        "import desktop_app.ui.window.application\n"
        "hooked = builtins.__import__\n"
        "assert 'feature' not in hooked.__name__, hooked\n"
        "import PySide6.QtNetwork, PySide6.QtWebEngineWidgets\n"
        "assert builtins.__import__ is hooked\n"
        "import mcp, pydantic_ai\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
