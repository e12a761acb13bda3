"""Registry of actions: makes the QActions of the table and fills menus and toolbar.

Panes say what an action does (`on`) and what is there (`have`); they never make a QAction or a
window shortcut of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QToolButton, QWidget

from desktop_app.settings import Settings
from desktop_app.ui.bench.action_table import (
    ACTIONS,
    GOES_ON,
    LEFT_OUT_WITHOUT,
    ROWS,
    SEPARATOR,
    UNSEEN_WITHOUT,
    ActionRow,
    Menu,
    Need,
)
from desktop_app.ui.widgets.held_keys import HeldKeys
from desktop_app.ui.widgets.theme import Theme

SHIFTED = frozenset("#?!*:")
"""Signs that most keyboards type with Shift: the event carries it, so both forms are bound."""

FIRST_GROUPS = (1, 2, 3)
"""The toolbar's groups that are there from the first moment."""

EXTENSION = "qt_toolbar_ext_button"
"""Qt's name for the button that unfolds what a toolbar has no room for."""


def key_forms(sequence: str) -> tuple[str, ...]:
    """`#` as `#` and `Shift+#`; `*, A` as `*, A` and `Shift+*, A`."""
    first, comma, rest = sequence.partition(", ")
    if first in SHIFTED:
        return (sequence, f"Shift+{first}{comma}{rest}")
    return (sequence,)


def rebound(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys a person changed: `keys.rebound` holds `action=key`, an empty key for none."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in settings.items("keys.rebound"):
        name, _, key = entry.partition("=")
        if name.strip() in ROWS:
            found.setdefault(name.strip(), ())
            found[name.strip()] += (key.strip(),) if key.strip() else ()
    return found


def conflicts(keys: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, str, str]]:
    """Pairs of actions that want one key, or where one key starts the other's sequence."""
    taken: dict[str, str] = {}
    clashes = []
    for name, sequences in keys:
        for sequence in sequences:
            wanted = QKeySequence(sequence).toString()
            for other, owner in taken.items():
                both = (wanted + ", ", other + ", ")
                if owner != name and (both[0].startswith(both[1]) or both[1].startswith(both[0])):
                    clashes.append((owner, name, sequence))
            taken[wanted] = name
    return clashes


class ActionRegistry(QObject):
    """QActions by id. `on` gives one its work and makes it visible."""

    changed = Signal()

    def __init__(self, window: QWidget, theme: Theme, settings: Settings) -> None:
        super().__init__(window)
        self.window = window
        self._theme = theme
        self._settings = settings
        self._held = HeldKeys.of_application()
        self._bound: set[str] = set()
        self._bars: list[QToolBar] = []
        self._there: set[Need] = {Need.ANYTHING}
        self._actions = {row.id: self._make(window, row) for row in ACTIONS}
        self.rebind()
        theme.changed.connect(self._tint)

    def action(self, name: str) -> QAction:
        return self._actions[name]

    def on(self, name: str, work: Callable[[], object]) -> QAction:
        """Say what an action does. The work of a checkable one makes what is seen agree with
        `action(name).isChecked()`: a screen reader's *Toggle* of its button is no trigger."""
        action = self._actions[name]
        self._bound.add(name)
        if action.isCheckable():
            action.toggled.connect(lambda *_: work())
        else:
            action.triggered.connect(lambda *_: None if self._is_held(name) else work())
        action.setVisible(self._seen(name))
        action.setEnabled(ROWS[name].need in self._there)
        self.changed.emit()
        return action

    def _is_held(self, name: str) -> bool:
        """Whether its key was pressed before, and is still held."""
        return self._held.repeating and name not in GOES_ON

    def _seen(self, name: str) -> bool:
        """Whether something answers to the action, and nobody would wonder what it is for."""
        need = ROWS[name].need
        return name in self._bound and (need in self._there or need not in UNSEEN_WITHOUT)

    def settle(self) -> None:
        """Everything that comes with the window has said what it does: hide the rest, and name
        the toolbar's buttons, which nobody has made yet before the window is painted."""
        for bar in self._bars:
            self._name_buttons(bar)
        for name, action in self._actions.items():
            action.setVisible(self._seen(name))

    def text(self, name: str) -> str:
        """What an action is called in this window."""
        return self._actions[name].text()

    def rename(self, name: str, text: str) -> None:
        """Call an action what it does in this window."""
        self._actions[name].setText(text)
        self._actions[name].setIconText(text)

    def trigger(self, name: str) -> None:
        self._actions[name].trigger()

    def have(self, need: Need, there: bool) -> None:
        """Say whether what some actions need is there; they follow."""
        if (need in self._there) == there:
            return
        (self._there.add if there else self._there.discard)(need)
        for row in ACTIONS:
            if row.need is need:
                action = self._actions[row.id]
                action.setEnabled(there and row.id in self._bound)
                if need in UNSEEN_WITHOUT:
                    action.setVisible(self._seen(row.id))
        self.changed.emit()

    def rebind(self) -> None:
        """Put the keys of the table, as the person changed them, in force."""
        for name, keys in self.keys().items():
            if not ROWS[name].pane:
                forms = [QKeySequence(form) for key in keys for form in key_forms(key)]
                self._actions[name].setShortcuts(forms)
        self.changed.emit()

    def keys(self) -> dict[str, tuple[str, ...]]:
        """The keys in force, by action."""
        changed = rebound(self._settings)
        return {row.id: changed.get(row.id, row.keys) for row in ACTIONS}

    def offered(self) -> Iterator[ActionRow]:
        """The rows something answers to, in the table's order."""
        return (row for row in ACTIONS if row.id in self._bound)

    def enabled(self, name: str) -> bool:
        action = self._actions[name]
        return name in self._bound and action.isVisible() and action.isEnabled()

    def fill_menus(self, bar: QMenuBar, titles: Iterable[Menu] = tuple(Menu)) -> None:
        """All menus of the table, or some of them, in its order."""
        for title in titles:
            menu = bar.addMenu(f"&{title}")
            menu.setToolTipsVisible(False)
            for row in ACTIONS:
                if row.menu is title:
                    if row.separator:
                        menu.addSeparator()
                    menu.addAction(self._actions[row.id])

    def menu(self, names: Iterable[str], owner: QWidget) -> QMenu:
        """A context menu of those of these actions that make sense; it goes when it closes."""
        menu = QMenu(owner)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in names:
            if name == SEPARATOR:
                menu.addSeparator()
            elif ROWS[name].need in self._there or ROWS[name].need not in LEFT_OUT_WITHOUT:
                menu.addAction(self._actions[name])
        return menu

    def fill_toolbar(self, bar: QToolBar, group: int) -> None:
        """The toolbar's buttons of one group."""
        for row in ACTIONS:
            if row.toolbar == group:
                bar.addAction(self._actions[row.id])
        if bar not in self._bars:
            self._bars.append(bar)

    def _name_buttons(self, bar: QToolBar) -> None:
        for row in ACTIONS:
            button = bar.widgetForAction(self._actions[row.id]) if row.toolbar else None
            if button is not None:
                button.setAccessibleName(row.short or row.text)
        for extension in bar.findChildren(QToolButton, EXTENSION):
            extension.setAccessibleName("More")
            # A screen reader toggles it, and Qt waits for a click that says which way.
            extension.toggled.connect(extension.clicked[bool])  # type: ignore[index]

    def _make(self, window: QWidget, row: ActionRow) -> QAction:
        action = QAction(row.text, window)
        action.setObjectName(row.id)
        action.setIconText(row.short or row.text)
        action.setCheckable(row.checkable)
        action.setAutoRepeat(row.id in GOES_ON)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setVisible(row.toolbar in FIRST_GROUPS)  # until `settle`: no button jumps in late
        action.setEnabled(False)
        action.setMenuRole(QAction.MenuRole.NoRole)
        if row.icon and row.toolbar:
            action.setIcon(self._theme.icon(row.icon, "second"))
        window.addAction(action)
        return action

    def _tint(self) -> None:
        for row in ACTIONS:
            if row.icon and row.toolbar:
                self._actions[row.id].setIcon(self._theme.icon(row.icon, "second"))
