"""An answer opens what a press has asked for where the person has stayed; whoever has gone on is
told of it, and the focus stays where it is."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget

import desktop_app.ui
from desktop_app.ui.bench.late_opening import MADE
from desktop_app.ui.thread.invitation_card import InvitationStrip
from desktop_app.ui.widgets.focus import holds, press
from tests.fakes.house import TestHouse, mail
from tests.mail.invitations import calendar_file
from tests.ui.conftest import WindowDriver
from tests.ui.held_runner import HeldRunner
from tests.ui.thread.attached import with_files


def _drafts(driver: WindowDriver) -> QWidget:
    driver.bench.navigation.show_drafts("mine")
    return driver.window.frame.drafts


def _conversation(driver: WindowDriver) -> QWidget:
    driver.conversations.view.go_to(1)
    press(driver.conversations)
    return driver.conversations  # type: ignore[no-any-return]


def _search(driver: WindowDriver) -> QWidget:
    entries = driver.window.findChildren(QLineEdit)
    [entry] = [each for each in entries if each.accessibleName() == "Search mail"]
    press(entry)
    return entry


def _sidebar(driver: WindowDriver) -> QWidget:
    press(driver.window.frame.sidebar)
    return driver.window.frame.sidebar


ELSEWHERE = {
    "to the drafts": _drafts,
    "to another conversation": _conversation,
    "into the search": _search,
    "into the sidebar": _sidebar,
}


@pytest.fixture
def accepting(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> tuple[WindowDriver, HeldRunner]:
    """*Accept* was pressed on an invitation, and the answer is held back."""
    house.add(mail("Lunch", date="Mon, 1 Jan 2024 10:00:00 +0000", message_id="lunch@lee.example"))
    house.add(with_files(("invite.ics", "text/calendar", calendar_file()), subject="Budget"))
    runner = HeldRunner(house)
    driver = open_window(runner)
    driver.until(lambda: bool(driver.rows()))
    driver.open_first()
    driver.until(lambda: bool(driver.thread.findChildren(InvitationStrip)))
    [card] = driver.thread.findChildren(InvitationStrip)
    runner.held = "answer_invitation"
    press(card.buttons["Accept"])
    card.buttons["Accept"].click()
    driver.qtbot.waitUntil(runner.began.is_set)
    return driver, runner


def test_who_has_stayed_sees_the_draft(accepting: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = accepting
    runner.release.set()
    driver.until(lambda: driver.bench.selection.reviewing and driver.window.frame.reviewing)
    driver.until(lambda: holds(driver.window.frame.review))


@pytest.mark.parametrize("where", ELSEWHERE)
def test_who_has_gone_on_is_told_of_it_and_keeps_the_focus(
    accepting: tuple[WindowDriver, HeldRunner], where: str
) -> None:
    driver, runner = accepting
    place = ELSEWHERE[where](driver)
    shown = driver.bench.selection.shown
    toasts: list[tuple[str, object]] = []
    driver.bench.navigation.toast_wanted.connect(lambda *said: toasts.append(said))
    runner.release.set()
    driver.qtbot.waitUntil(lambda: bool(toasts), timeout=10_000)
    [(words, undo)] = toasts
    assert (words, undo.label) == (MADE, "Open")  # type: ignore[attr-defined]
    assert not driver.bench.selection.reviewing
    assert holds(place)
    assert driver.bench.selection.shown == shown
    undo.work()  # type: ignore[attr-defined]
    driver.until(lambda: driver.bench.selection.reviewing)


OPENING = {"open_draft", "compose", "write", "show_drafts", "open_thread"}


def test_no_answer_opens_anything_by_itself() -> None:
    """What is given to a call as `done` asks `late_opening` first."""
    found = [place for path in Path(desktop_app.ui.__file__).parent.rglob("*.py")
             for place in _openings(path)]  # fmt: skip
    assert found == []


def _openings(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    pressed = {  # a press of its own, or asked for first
        id(inside)
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and ast.unparse(each.func) in {"Undo", "come"}
        for inside in ast.walk(each)
    }
    named = {
        each.value.id
        for each in ast.walk(tree)
        if isinstance(each, ast.keyword) and each.arg == "done" and isinstance(each.value, ast.Name)
    }
    for node in ast.walk(tree):
        lambdas = isinstance(node, ast.keyword) and node.arg == "done"
        function = isinstance(node, ast.FunctionDef) and node.name in named
        for call in ast.walk(node) if lambdas or function else ():
            if isinstance(call, ast.Call) and id(call) not in pressed and _opens(call.func):
                yield f"{path.name}:{call.lineno}"


def _opens(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute)
        and called.attr in OPENING
        and "navigation" in ast.unparse(called.value)
    )
