"""Menu of what is written: above what an editor offers, what may be meant by a misspelt word.

It opens once there are suggestions, or after a moment without them; those that come later fill
lines that are there already, so that nothing moves under the pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import shiboken6
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from desktop_app.spelling.passages import Mark
from desktop_app.ui.widgets.safe_text import clean

MOST = 5
LOOKING = "Looking for suggestions…"
NONE = "No suggestions"
BY_ITSELF = "Found by itself"


Suggest = Callable[[Mark, Callable[[tuple[str, ...]], object]], object]


@dataclass(frozen=True, slots=True)
class Answers:
    """What the entries of the menu do. `suggest` calls back with what may be meant."""

    suggest: Suggest
    correct: Callable[[str], object]
    add: Callable[[str], object]
    ignore: Callable[[str], object]
    force: Callable[[str], object]


def put_word(
    menu: QMenu, mark: Mark, answers: Answers, ready: Callable[[], object] = lambda: None
) -> None:
    """Put a misspelt word's entries above what the menu has. `ready` is called when it is known
    what may be meant, perhaps at once."""
    first = menu.actions()[0] if menu.actions() else None
    if first is not None and first.menu() is None:
        menu.insertAction(first, _line_of(menu))
        first = menu.actions()[0]
    lines = [QAction(menu) for _ in range(MOST)]
    for line in lines:
        line.setEnabled(False)
        line.triggered.connect(lambda _=False, line=line: answers.correct(line.data()))
    lines[0].setText(LOOKING)
    add, ignore = QAction("Add to dictionary", menu), QAction("Ignore here", menu)
    add.triggered.connect(lambda: answers.add(mark.word))
    ignore.triggered.connect(lambda: answers.ignore(mark.word))
    for action in (*lines, _line_of(menu), add, ignore):
        menu.insertAction(first, action)  # type: ignore[arg-type]  # None: at the end

    def come(found: Sequence[str]) -> None:
        _fill(menu, lines, found)
        ready()

    answers.suggest(mark, come)


def _line_of(menu: QMenu) -> QAction:
    line = QAction(menu)
    line.setSeparator(True)
    return line


def _fill(menu: QMenu, lines: Sequence[QAction], found: Sequence[str]) -> None:
    if not shiboken6.isValid(menu):
        return
    shown = menu.isVisible()
    for place, line in enumerate(lines):
        there = place < len(found)
        words = clean(found[place]).replace("&", "&&") if there else ""
        line.setText(words or (NONE if place == 0 else ""))
        line.setData(found[place] if there else "")
        line.setEnabled(there)
        line.setVisible(there or place == 0 or shown)


def put_languages(
    menu: QMenu,
    languages: Sequence[tuple[str, str]],
    forced: str,
    answers: Answers,
    *,
    first: bool,
) -> None:
    """Put the choice of the paragraph's language, codes and names, above what the menu has, or
    below."""
    if len(languages) < 2:
        return
    choice = QMenu("Language of this paragraph", menu)
    group = QActionGroup(choice)
    for code, name in (("", BY_ITSELF), *languages):
        entry = choice.addAction(name)
        entry.setCheckable(True)
        entry.setChecked(code == forced)
        entry.triggered.connect(lambda _=False, code=code: answers.force(code))
        group.addAction(entry)
    top = menu.actions()[0] if first and menu.actions() else None
    if top is None:
        menu.addSeparator()
        menu.addMenu(choice)
    else:
        menu.insertMenu(top, choice)
        menu.insertAction(top, _line_of(menu))
