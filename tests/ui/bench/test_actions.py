"""The registry: one table, no two actions on one key, shifted signs, rebinding."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QToolBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

import desktop_app.ui
from desktop_app.settings import Settings
from desktop_app.ui.bench.action_table import ACTIONS, GOES_ON, ROWS, Need
from desktop_app.ui.bench.actions import ActionRegistry, conflicts, key_forms, rebound
from desktop_app.ui.widgets.held_keys import HeldKeys
from desktop_app.ui.widgets.icons import ICONS
from desktop_app.ui.widgets.theme import Theme
from tests.fakes.house import TestHouse
from tests.sure import of_kind, there


@pytest.fixture
def registry(qtbot: QtBot, theme: Theme, house: TestHouse) -> ActionRegistry:
    window = QMainWindow()
    qtbot.addWidget(window)
    inside = QWidget()
    QVBoxLayout(inside)
    window.setCentralWidget(inside)
    window.show()
    window.activateWindow()
    return ActionRegistry(window, theme, house.settings)


def test_no_two_actions_want_one_key() -> None:
    assert conflicts((row.id, row.keys) for row in ACTIONS) == []


def test_a_planted_conflict_is_found() -> None:
    planted = [("archive", ("E",)), ("edit", ("E",)), ("go", ("E, X",))]
    assert [clash[:2] for clash in conflicts(planted)] == [("archive", "edit"), ("edit", "go")]


def test_every_action_has_its_own_name_and_a_known_icon() -> None:
    assert len(ROWS) == len(ACTIONS)
    assert {row.icon for row in ACTIONS if row.icon} <= set(ICONS)


def test_every_key_is_one_that_qt_understands() -> None:
    for row in ACTIONS:
        for key in row.keys:
            assert QKeySequence(key).toString(), (row.id, key)


@pytest.mark.parametrize(
    ("key", "forms"),
    [("#", ("#", "Shift+#")), ("*, A", ("*, A", "Shift+*, A")), ("E", ("E",))],
)
def test_signs_typed_with_shift_are_bound_both_ways(key: str, forms: tuple[str, ...]) -> None:
    assert key_forms(key) == forms


def test_an_action_is_offered_once_something_answers_to_it(registry: ActionRegistry) -> None:
    assert not registry.enabled("compose")
    done: list[str] = []
    registry.on("compose", lambda: done.append("compose"))
    assert registry.enabled("compose")
    registry.trigger("compose")
    assert done == ["compose"]


def test_an_action_is_valid_only_where_what_it_needs_is_there(registry: ActionRegistry) -> None:
    registry.on("reply", lambda: None)
    assert not registry.enabled("reply")
    registry.have(Need.THREAD, True)
    assert registry.enabled("reply")
    registry.have(Need.THREAD, False)
    assert not registry.enabled("reply")


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier]
)
def test_the_number_sign_deletes_with_and_without_shift(
    qtbot: QtBot, registry: ActionRegistry, modifier: Qt.KeyboardModifier
) -> None:
    done: list[str] = []
    registry.on("trash", lambda: done.append("trash"))
    registry.have(Need.TRASHABLE, True)
    qtbot.keyClick(registry.window, Qt.Key.Key_NumberSign, modifier)
    assert done == ["trash"]


@pytest.mark.parametrize(("name", "times"), [("archive", 1), ("next_conversation", 3)])
def test_a_held_key_does_a_thing_once_and_goes_on_with_moves(
    registry: ActionRegistry, monkeypatch: pytest.MonkeyPatch, name: str, times: int
) -> None:
    done: list[str] = []
    action = registry.on(name, lambda: done.append(name))
    registry.have(Need.ARCHIVABLE, True)
    assert action.autoRepeat() == (name in GOES_ON)
    for repeating in (False, True, True):  # as X11 presses a held key anew
        monkeypatch.setattr(HeldKeys.of_application(), "repeating", repeating)
        action.trigger()
    assert len(done) == times


def test_a_sequence_of_two_letters_works(qtbot: QtBot, registry: ActionRegistry) -> None:
    done: list[str] = []
    registry.on("go_inbox", lambda: done.append("inbox"))
    qtbot.keyClick(registry.window, Qt.Key.Key_G)
    qtbot.keyClick(registry.window, Qt.Key.Key_I)
    assert done == ["inbox"]


def test_single_letters_never_fire_while_typing(qtbot: QtBot, registry: ActionRegistry) -> None:
    done: list[str] = []
    for need in Need:
        registry.have(need, True)
    for name in ("archive", "compose", "trash", "help", "select_all"):
        registry.on(name, partial(done.append, name))
    entry = QLineEdit()
    window = of_kind(QMainWindow, registry.window)
    there(there(window.centralWidget()).layout()).addWidget(entry)
    entry.setFocus()
    qtbot.keyClicks(entry, "ec#?*a")
    assert entry.text() == "ec#?*a"
    assert done == []


def test_keys_can_be_rebound_and_taken_away(registry: ActionRegistry, house: TestHouse) -> None:
    house.settings.change("keys.rebound", ["archive=Ctrl+E", "star=", "nonsense=Q"])
    registry.rebind()
    assert registry.keys()["archive"] == ("Ctrl+E",)
    assert registry.keys()["star"] == ()
    shown = [key.toString() for key in registry.action("archive").shortcuts()]
    assert shown == ["Ctrl+E"]
    assert "nonsense" not in rebound(house.settings)


def test_menus_hold_every_action_in_the_tables_order(
    registry: ActionRegistry, qtbot: QtBot
) -> None:
    bar = QMenuBar()
    qtbot.addWidget(bar)
    registry.fill_menus(bar)
    held = [
        action.objectName()
        for entry in bar.actions()
        for action in of_kind(QMenu, entry.menu()).actions()
        if not action.isSeparator()
    ]
    assert held == [row.id for row in ACTIONS]


def test_a_key_the_person_gave_away_does_not_come_back_by_itself(tmp_path: Path) -> None:
    settings = Settings(tmp_path, {})
    settings.change("keys.rebound", ["reply=Ctrl+1", "reply=Ctrl+2"])
    assert rebound(settings)["reply"] == ("Ctrl+1", "Ctrl+2")


def test_menus_are_words_alone_and_the_toolbar_keeps_its_pictures(
    qtbot: QtBot, registry: ActionRegistry
) -> None:
    bar, tools = QMenuBar(), QToolBar()
    for widget in (bar, tools):
        qtbot.addWidget(widget)
    registry.fill_menus(bar)
    registry.fill_toolbar(tools, 1)
    menus = [of_kind(QMenu, action.menu()) for action in bar.actions()]
    menus.append(registry.menu(ROWS, registry.window))
    shown = [a for menu in menus for a in menu.actions() if not a.isSeparator()]
    assert any(not action.icon().isNull() for action in shown)
    assert [action.text() for action in shown if action.isIconVisibleInMenu()] == []
    assert all(not action.icon().isNull() for action in tools.actions())


def test_no_menu_makes_an_exception() -> None:
    """Words alone are decided in one place, for all menus."""
    ui = Path(desktop_app.ui.__file__).parent
    assert [str(p) for p in ui.rglob("*.py") if "setIconVisibleInMenu" in p.read_text()] == []
