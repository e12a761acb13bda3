"""Qt classes are made in the window's thread alone; the plan finds what comes first."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from desktop_app.ui.loading import Loading
from desktop_app.ui.module_plan import imported
from desktop_app.ui.panes import PANES
from tests.ui.conftest import Desk

PROGRAM = """
import sys
from importlib.machinery import SourceFileLoader
import desktop_app.ui.plain_import
import PySide6.QtWidgets
import desktop_app.ui.panes
from desktop_app.ui.module_plan import load, plan
before = set(sys.modules)
planned = plan({names!r})
early = sorted(n for n in set(sys.modules) - before if n.startswith(("desktop_app.ui", "PySide6")))
print(early)
read, watching = [], True
def hook(event, arguments):
    if watching and event == "open" and str(arguments[0]).endswith((".py", ".pyc")):
        read.append(arguments[0])
    elif watching and event == "compile" and str(arguments[1]).endswith(".py"):
        read.append(arguments[1])
sys.addaudithook(hook)
for name, spec in planned.items():
    before = set(sys.modules)
    load(name, spec)
    more = {{n for n in set(sys.modules) - before if n.startswith("desktop_app.ui.")}}
    print(name, sorted(more - {{name}}))
watching = False
print([n for n in {names!r} if n not in sys.modules])
module = sys.modules[name]
print(isinstance(module.__loader__, SourceFileLoader))
print([path for path in read if "desktop_app" in path])
"""


def test_a_plan_runs_no_qt_and_leaves_each_step_one_module() -> None:
    names = [row.module for row in PANES.values()]
    program = PROGRAM.format(names=names)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    early, *steps, missing, loader, read = done.stdout.splitlines()
    # Packages on the way are imported to look into them; they have no code.
    assert all(_is_empty(name) for name in ast.literal_eval(early))
    assert missing == "[]"
    assert loader == "True"
    assert read == "[]", "in the window's thread"
    assert len(steps) > 40
    extra = [line for line in steps if not line.endswith("[]")]
    assert extra == []


TWO_PLANS = """
import sys
from threading import Event, Thread
import desktop_app.ui.plain_import
import PySide6.QtWidgets
import desktop_app.ui.panes
from desktop_app.ui.module_plan import load, plan
names, end = {names!r}, Event()
planned = plan(names)
finders = list(sys.meta_path)
def again():
    while not end.is_set():
        plan(names)
job = Thread(target=again)
sys.setswitchinterval(1e-6)
job.start()
for name, spec in planned.items():
    load(name, spec)
end.set()
job.join()
print(len(plan(names)), finders == sys.meta_path)
"""


def test_a_plan_that_is_made_while_another_is_carried_out_comes_to_its_end() -> None:
    """It meets modules that are half imported; opening a pane early asks for that."""
    names = [row.module for row in PANES.values()]
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", TWO_PLANS.format(names=names)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stderr == ""
        assert done.stdout == "0 True\n"


def _is_empty(name: str) -> bool:
    path = Path(__file__).parents[2].joinpath(*name.split("."), "__init__.py")
    return path.is_file() and "PySide6" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import json\nfrom os import path", ["json", "os"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import json\nimport re",
         ["typing", "re"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\nelse:\n    import b",
         ["typing", "b"]),
        ("def f():\n    import json", []),
        ("from desktop_app.tools.verbs import get_thread",
         ["desktop_app.tools.verbs", "desktop_app.tools.verbs.get_thread"]),
    ],
)  # fmt: skip
def test_what_code_imports_is_read_off_it(source: str, expected: list[str]) -> None:
    assert list(imported(compile(source, "x", "exec"))) == expected


def test_no_job_imports_what_makes_qt_classes() -> None:
    """A function handed to a thread must not import the face: the one that may is Loading."""
    allowed = {"loading.py", "pane.py", "jobs.py", "module_plan.py"}
    folder = Path(__file__).parents[2] / "desktop_app" / "ui"
    found = [
        path.name
        for path in folder.rglob("*.py")
        if "import_module" in path.read_text("utf-8") and path.name not in allowed
    ]
    assert found == []


def test_a_pane_that_is_wanted_early_is_loaded_without_holding_the_window_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest wish counts: what was asked for before it is not shown any more."""
    module = PANES["drafts"].module
    kept = importlib.import_module(module)
    monkeypatch.delitem(sys.modules, module)
    asked: list[tuple[str, ...]] = []

    class Slow:
        def __init__(
            self, jobs: object, names: tuple[str, ...], done: Callable[[], None], owner: object
        ) -> None:
            asked.append(names)
            waiting.append(done)

    waiting: list[Callable[[], None]] = []
    monkeypatch.setattr("desktop_app.ui.frame.Loading", Slow)
    frame = desk.window.frame
    frame.show("drafts", None)
    assert asked == [(module,)]
    assert not frame.shown("drafts")
    monkeypatch.setitem(sys.modules, module, kept)
    waiting[0]()
    frame.show("conversations", None)
    frame.show("drafts", None)
    waiting[1]()
    desk.until(lambda: frame.shown("drafts"))


def test_what_comes_of_modules_has_a_turn_of_its_own(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making a pane after the last module in one turn would take as long as both."""
    module = "desktop_app.ui.module_plan"
    monkeypatch.delitem(sys.modules, module)
    happened: list[str] = []
    turns = QTimer(interval=0)
    turns.timeout.connect(lambda: happened.append("turn"))

    class Told(Loading):
        def _step(self) -> None:
            before = len(self._left)
            super()._step()
            if len(self._left) < before:
                happened.append("loaded")

    def done() -> None:
        happened.append("done")

    turns.start()
    jobs = desk.window.bench.calls.jobs
    Told(jobs, (module,), done, desk.window)
    desk.until(lambda: "done" in happened)
    turns.stop()
    steps = [what for what, _ in groupby(happened)]
    assert steps[steps.index("loaded") :][:3] == ["loaded", "turn", "done"]


def test_what_is_wanted_last_is_shown_also_when_a_pane_is_still_being_made(desk: Desk) -> None:
    frame = desk.window.frame
    frame.show("drafts", None)
    frame.show("conversations", None)
    desk.until(lambda: not frame.prepare("drafts"))
    desk.qtbot.wait(50)
    assert frame.shown("conversations")


def test_a_mail_that_is_opened_before_the_window_is_fitted_out_stays_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first empty page of the right area does not take the place of what was asked for."""
    frame = desk.window.frame
    frame.show("thread", (1, 0))
    monkeypatch.setattr(frame.main_stack, "count", lambda: 0)  # it is still being loaded
    shown: list[tuple[str, object]] = []
    monkeypatch.setattr(frame, "show", lambda name, wanted: shown.append((name, wanted)))
    desk.window._make_fittings()
    assert ("thread", (0, 0)) not in shown


def test_nothing_of_qt_looks_through_what_is_imported() -> None:
    """In a process of its own, as a start of the program."""
    code = (
        "import builtins\n"
        "import desktop_app.ui.application\n"
        "hooked = builtins.__import__\n"
        "assert 'feature' not in hooked.__name__, hooked\n"
        "import PySide6.QtNetwork, PySide6.QtWebEngineWidgets\n"
        "assert builtins.__import__ is hooked\n"
        "import mcp, pydantic_ai\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
