"""A draft is translated into any language: from a menu by the languages' own names, or as
written."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop_app.assistant.model.prompts import refinement
from desktop_app.assistant.transcript import Refine, Refinement
from desktop_app.ui.review.refine_bar import RefineBar
from desktop_app.ui.review.translations import LANGUAGES, OTHER
from desktop_app.ui.widgets.theme import Theme
from tests.sure import there


def bar_of(qtbot: QtBot, theme: Theme) -> tuple[RefineBar, list[str]]:
    bar, asked = RefineBar(theme, tuple(Refinement)), list[str]()
    qtbot.addWidget(bar)
    bar.refined.connect(asked.append)
    return bar, asked


def test_every_language_of_the_menu_is_asked_for_by_name(qtbot: QtBot, theme: Theme) -> None:
    bar, asked = bar_of(qtbot, theme)
    [button] = [b for b in bar.refinements if b.text() == Refinement.TRANSLATE]
    actions = [a for a in there(button.menu()).actions() if not a.isSeparator()]
    assert [a.text() for a in actions] == [*(own for _, own in LANGUAGES), OTHER]
    for action in actions[:-1]:
        action.trigger()
    assert asked == [f"Translate into {name}" for name, _ in LANGUAGES]
    said = refinement(Refine("", "Hello.", asked[1]))
    assert said.startswith("Instruction: Translate it into German: all of it")


def test_any_other_language_can_be_written(qtbot: QtBot, theme: Theme) -> None:
    bar, asked = bar_of(qtbot, theme)
    [quick] = [a for a in there(bar.quick.menu()).actions() if a.text() == Refinement.TRANSLATE]
    languages = quick.menu()
    assert isinstance(languages, QMenu)
    languages.actions()[-1].trigger()
    assert bar.entry.text() == "Translate into "
    qtbot.keyClicks(bar.entry, "Basque, formally")
    bar.ask()
    assert asked == ["Translate into Basque, formally"]
    assert "into Basque, formally" in refinement(Refine("", "Hello.", asked[0]))


def test_a_wish_that_only_names_a_translation_stays_as_it_is() -> None:
    wish = "Translate into German the first sentence only.\nLeave the rest."
    assert refinement(Refine("", "Hello.", wish)).startswith(f"Instruction: {wish}")
