"""What has no Qt in it is loaded beside the window once that is there: an import on the window's
thread waits for Python's lock at each file it looks for, and other threads compute meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.end_to_end.desk import CHECKOUT, Desk, until

pytestmark = pytest.mark.system

NOTES = """
import os, sys, threading
_notes = open(os.environ["LOADED_NOTES"], "a")
def _note(event, given):
    if event == "import" and threading.current_thread() is threading.main_thread():
        if given[0].startswith("desktop_app") and "multiprocessing" not in given[0]:
            print(os.getpid(), given[0], file=_notes, flush=True)
sys.addaudithook(_note)
"""
SMALL = {"desktop_app.desktop.own_program"}
"""Of the first parts that are made; the import of a module that is loaded is no event."""


def test_no_module_without_qt_is_loaded_by_the_thread_of_the_window(
    desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NOTES, "utf-8")
    notes = tmp_path / "notes"
    desk.open(PYTHONPATH=os.pathsep.join((str(CHECKOUT), str(tmp_path))), LOADED_NOTES=str(notes))
    desk.at("wait", "Conversations")
    assert desk.app is not None
    mine = f"{desk.app.pid} "

    def loaded() -> list[str]:
        lines = notes.read_text("utf-8").splitlines()
        return [line.removeprefix(mine) for line in lines if line.startswith(mine)]

    until(lambda: "desktop_app.ui.assistant.replay" in loaded())  # among the last
    desk.focus()
    desk.keys("ctrl+n")
    desk.at("wait", "Draft body")
    names = loaded()
    behind = names[names.index("desktop_app.ui.window.presence") :]
    assert len(behind) > 50
    assert {one for one in behind if not one.startswith("desktop_app.ui")} <= SMALL
    assert desk.close() == 0
