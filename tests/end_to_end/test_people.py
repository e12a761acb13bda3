"""People on the real application: by keyboard, and through the accessibility tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_sign_in import act

SMALL = "tests/ui/people/test_pane.py::test_a_name_and_a_note_are_kept_while_one_writes"
pytestmark = [pytest.mark.system, pytest.mark.campaign(small=SMALL)]

HENRIK = "henrik.dahl@dahl-timber.example"


def noted(desk: Desk, folder: Path) -> str:
    """Everybody as a vCard, lines joined."""
    path = folder / "people.vcf"
    desk.command("people", "export", str(path))
    return path.read_text("utf-8").replace("\n ", "")


def test_a_name_is_given_and_written_to_by_keyboard(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    desk.focus()
    desk.keys("g", "p")
    desk.at("wait", "Find people")
    desk.at("wait", "Henrik Dahl", prefix=True)
    desk.keys("Up")
    desk.type("henrik")
    desk.keys("Down", "Return")
    desk.at("wait", "The name you give them", role="text")
    desk.keys("Tab", "Tab", "Tab", "Tab")
    desk.type("Hank")
    until(lambda: "FN:Hank" in noted(desk, tmp_path))
    desk.keys("Escape")
    desk.at("wait", f"Hank. {HENRIK}", prefix=True)
    desk.keys("c")
    desk.at("wait", "Draft body")
    desk.type("hank")
    desk.at("wait", "Recipient suggestions")
    desk.keys("Return")
    desk.at("wait", f"Hank <{HENRIK}>", prefix=True)
    assert desk.close() == 0


def test_somebody_is_opened_and_noted_through_the_accessibility_tree(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    act(desk, "Go to People")
    desk.at("wait", "Find people")
    desk.at("type", "Find people", text="henrik")
    until(lambda: len(desk.at("children", "People", role="list")) == 1)
    desk.opens_menu("More about people")
    desk.keys("Down", "Return")  # menus that pop up are gone through by keys
    desk.at("wait", "The name you give them", role="text")
    desk.at("type", "The name you give them", role="text", text="Hank")
    desk.at("type", "Note, for you alone", role="text", text="Plays the cello.")
    until(lambda: "NOTE:Plays the cello." in noted(desk, tmp_path))
    assert "FN:Hank" in noted(desk, tmp_path)
    desk.at("press", "Search their mail")
    desk.at("wait", "Conversations")
    assert desk.close() == 0
