"""Checks of a draft: level in icon and word, a sentence, and one fix each.

A Block keeps Send from working; a Confirm wants a tick here, never a dialog; a Note informs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from types import MappingProxyType

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QPushButton, QToolButton

from desktop_app.model.draft import Check, CheckLevel
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column, plain, row
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

Key = tuple[str, str]
MOST_ALIKE = 4
MOST_KEPT = 100
"""Texts whose ticks are remembered."""

_LOOKS: Mapping[CheckLevel, tuple[str, str, str]] = MappingProxyType(
    {
        CheckLevel.BLOCK: ("danger", "danger", "Stops sending"),
        CheckLevel.CONFIRM: ("warning", "warning", "Please confirm"),
        CheckLevel.NOTE: ("info", "info", "Note"),
    }
)


class CheckRow(Strip):
    """One finding. `fixed(Check)` when its button is pressed, `ticked` when it is confirmed."""

    fixed = Signal(object)
    ticked = Signal()

    def __init__(self, theme: Theme, check: Check) -> None:
        kind, icon, word = _LOOKS[check.level]
        super().__init__(theme, kind, icon, f"{word}: {check.text}")
        self.check = check
        self.fix = QPushButton(check.fix)
        set_role(self.fix, "link")
        self.fix.setAccessibleDescription(check.text)
        self.fix.clicked.connect(lambda: self.fixed.emit(self.check))
        self.tick = QCheckBox(check.tick)
        self.tick.setAccessibleName(f"{check.tick}: {check.text}")
        self.tick.toggled.connect(lambda _: self.ticked.emit())
        self.add(self.fix)
        self.add(self.tick)
        self.fix.setVisible(bool(check.fix))
        self.tick.setVisible(check.level is CheckLevel.CONFIRM)

    def focus(self) -> None:
        """Go to what the person should do first."""
        wanted = self.tick if self.check.level is CheckLevel.CONFIRM else self.fix
        if wanted.isVisibleTo(self):
            press(wanted)


class CheckLine(QFrame):
    """One finding in one line, cut to its room, and the button `show` for all of them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._look = _LOOKS[CheckLevel.NOTE]
        self._icon, self.words = plain(), ElidedLabel()
        self.show_all = QToolButton()
        set_role(self.show_all, "line-strong")
        margins = (theme.px(8), 0, theme.px(8), 0)
        line = row(self._icon, self.words, owner=self, gap=theme.px(8), margins=margins)
        line.addWidget(self.show_all)
        self.hide()
        theme.changed.connect(self._tint)

    def show_first(self, check: Check, count: int) -> None:
        """Show the first of `count` findings."""
        self._look = _LOOKS[check.level]
        kind, _, word = self._look
        set_role(self, f"strip-{kind}")
        self.words.set_words(f"{word}: {check.text}")
        self.show_all.setText("Show" if count == 1 else f"Show {count}")
        self.show_all.setAccessibleName("Show the check" if count == 1 else f"Show {count} checks")
        self._tint()

    def _tint(self) -> None:
        kind, icon, _ = self._look
        side, ink = self._theme.px(Size.ICON_SMALL), "accent" if kind == "info" else kind
        self._icon.setPixmap(self._theme.icon(icon, ink).pixmap(side, side))


class Checks(QFrame):
    """The findings of the draft as stored. `changed` when a tick or a finding changed;
    `focus_lost` when the finding that had the focus is gone."""

    fixed = Signal(object)
    changed = Signal()
    focus_lost = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[CheckRow] = []
        self._held_back: tuple[Check, ...] = ()
        self._confirmed: set[Key] = set()
        self._of = ""
        self._kept: dict[str, frozenset[Key]] = {}
        """What was ticked of each mail as it stood, so that an undo brings its ticks back too."""

        self.setAccessibleName("Checks")
        self._layout = column(gap=theme.px(4))
        self._short = self._tight = False
        self._line = CheckLine(theme)
        self._line.show_all.clicked.connect(self._unfold)
        self._shown = 0
        self.more = QPushButton()
        set_role(self.more, "link")
        self.more.clicked.connect(self._unfold)
        column(self._line, self._layout, self.more, owner=self, gap=theme.px(4))
        self.hide()

    def show_checks(
        self, checks: tuple[Check, ...], held_back: tuple[Check, ...] = (), *, of: str = ""
    ) -> None:
        """Show these; what was ticked stays ticked while its sentence is the same. `of` names the
        draft and its very content: when that comes back, by an undo, its ticks do. What is
        `held_back` is not shown yet, but keeps the mail here if it blocks."""
        if held_back != self._held_back:
            self._held_back = held_back
            self.changed.emit()
        checks = grouped(checks)
        self._of = of
        self._confirmed |= self._kept.get(of, frozenset())
        self._confirmed &= {_key(check) for check in checks}
        self._keep(self._confirmed)
        if checks == tuple(row.check for row in self._rows):
            for row in self._rows:
                row.tick.setChecked(_key(row.check) in self._confirmed)
            return
        focused = any(_has_focus(row) for row in self._rows)
        for row in self._rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(check) for check in checks]
        self._shown = 0
        self._fold()
        self.setVisible(bool(checks))
        if focused:
            self.focus_lost.emit()
        self.changed.emit()

    def set_short(self, short: bool) -> None:
        """On a low window one finding that is open is shown at a time; the others, and those that
        only tell, stand behind their number."""
        self._short = short
        self._fold()

    def set_tight(self, tight: bool) -> None:
        """On a very low window the first finding that is open is one line, cut to its room, with a
        button that shows all of it: nobody ticks what they could not read."""
        self._tight = tight
        self._fold()

    def forget(self) -> None:
        """Another draft: nothing of it is confirmed, but what was when it stood as it does."""
        self._confirmed.clear()
        self.show_checks(())

    @property
    def blocking(self) -> tuple[Check, ...]:
        found = (*(row.check for row in self._rows), *self._held_back)
        return tuple(check for check in found if check.level is CheckLevel.BLOCK)

    @property
    def unconfirmed(self) -> tuple[Check, ...]:
        """The findings that still want a tick."""
        asking = (r.check for r in self._rows if r.check.level is CheckLevel.CONFIRM)
        return tuple(check for check in asking if _key(check) not in self._confirmed)

    def focus_open(self) -> CheckRow | None:
        """Go to the first finding that keeps the mail here; the row, None when there is none."""
        wanted = (*self.blocking, *self.unconfirmed)
        row = next((r for r in self._rows if r.check in wanted), None)
        if row is not None:
            self._shown = max(self._shown, self._rows.index(row) + 1)
        self._fold()
        if row is not None:
            row.focus()
        return row

    def focus_next(self) -> CheckRow | None:
        """Go to the finding after the one that has the focus, round and round."""
        if not self._rows:
            return None
        here = next((i for i, r in enumerate(self._rows) if _has_focus(r)), -1)
        row = self._rows[(here + 1) % len(self._rows)]
        self._shown = max(self._shown, self._rows.index(row) + 1)
        self._fold()
        row.focus()
        return row

    def _row(self, check: Check) -> CheckRow:
        row = CheckRow(self._theme, check)
        row.tick.setChecked(_key(check) in self._confirmed)
        row.fixed.connect(self.fixed)
        row.ticked.connect(lambda: self._on_ticked(row))
        self._layout.addWidget(row)
        return row

    def _fold(self) -> None:
        """What was shown stays: nothing moves under a press."""
        every = len(self._rows)
        settled = sum(1 for _ in takewhile(lambda row: not self._is_open(row.check), self._rows))
        begun = self._shown > 0 or not self._tight
        reached = settled + 1 if settled < every and begun else 0
        self._shown = max(self._shown, reached if self._short else every)
        for place, shown in enumerate(self._rows):
            shown.setVisible(place < self._shown)
        left = every - self._shown
        folded = self._tight and every > 0 and not self._shown
        self._line.setVisible(folded)
        if folded:
            first = self._rows[settled if settled < every else 0]
            self._line.show_first(first.check, every)
        self.more.setVisible(left > 0 and not folded)
        more = "more " if self._shown else ""
        self.more.setText(f"1 {more}check" if left == 1 else f"{left} {more}checks")

    def _unfold(self) -> None:
        self._shown = len(self._rows)
        self._fold()

    def _is_open(self, check: Check) -> bool:
        return check in self.blocking or check in self.unconfirmed

    def _on_ticked(self, row: CheckRow) -> None:
        if row.tick.isChecked():
            self._confirmed.add(_key(row.check))
            self._keep({_key(row.check)})
        else:
            self._confirmed.discard(_key(row.check))
            self._kept = {of: kept - {_key(row.check)} for of, kept in self._kept.items()}
        self._fold()
        self.changed.emit()

    def _keep(self, ticked: Collection[Key]) -> None:
        """What is ticked stays so for this text, also while its findings are not shown."""
        if self._of:
            self._kept[self._of] = self._kept.pop(self._of, frozenset()) | frozenset(ticked)
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]


def grouped(checks: Sequence[Check]) -> tuple[Check, ...]:
    """Many findings of one kind are one: nobody ticks two hundred boxes with care."""
    counts = Counter(check.code for check in checks)
    first: dict[str, Check] = {}
    for check in checks:
        first.setdefault(check.code, check)
    shown: list[Check] = []
    for check in checks:
        count = counts[check.code]
        if count <= MOST_ALIKE:
            shown.append(check)
        elif first[check.code] is check:
            shown.append(replace(check, text=f"{check.text} The same goes for {count - 1} more."))
    return tuple(shown)


def _key(check: Check) -> Key:
    return check.code, check.text


def _has_focus(row: CheckRow) -> bool:
    focused = row.focusWidget()
    return focused is not None and focused.hasFocus()
