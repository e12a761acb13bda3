"""Form of a grant: which mail a program sees, to whom it may propose, its tools, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QListWidget, QListWidgetItem, QWidget

from desktop_app.model.grant import (
    MOST_A_DAY,
    ONLY_OPENED,
    SECRETARY,
    Grant,
    GrantedSearch,
    To,
    ToolWish,
    Wish,
    one_folder,
)
from desktop_app.tools.person.grants import GrantChoices, GrantedTool
from desktop_app.ui.widgets.controls import Choice, DateAndTime, Number
from desktop_app.ui.widgets.parts import column, flow, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

HOUR = 3_600
EVERYWHERE, OPENED, NAMED = "everywhere", "opened", "named"
ALWAYS, AN_HOUR, CLOSED, BETWEEN = "always", "hour", "closed", "between"
PLACES = (
    ("All mail of its accounts", EVERYWHERE),
    ("Only what I open: conversations of the last hour", OPENED),
    ("Only mail with these labels or in these searches", NAMED),
)
DAYS = (
    ("All of it", 0),
    ("The last day", 1),
    ("The last 7 days", 7),
    ("The last 30 days", 30),
    ("The last 90 days", 90),
    ("The last year", 365),
)
WHOM = (
    ("Anybody", To.ANYBODY),
    ("People I have written to", To.WRITTEN_TO),
    ("Only these addresses and domains", To.NAMED),
)
TIMES = (
    ("Until I change it", ALWAYS),
    ("For one hour", AN_HOUR),
    ("Until the window closes", CLOSED),
    ("Between two times", BETWEEN),
)
PRESETS = ("Everything of its accounts", "Reads nothing but what I open", "Drafts for one folder")
SECRETARYS = "The secretary"
_DATA = Qt.ItemDataRole.UserRole


class GrantForm(QWidget):
    """`changed` with every change; `grant` is what the form says, `until_closed` whether it is to
    end with the window."""

    changed = Signal()

    def __init__(self, theme: Theme, grant: Grant, choices: GrantChoices, now: float) -> None:
        super().__init__()
        self._now, self._kept = now, grant
        self._theme = theme
        self.place = self._choice("Mail it sees", PLACES)
        self.places = QListWidget()
        self.places.setAccessibleName("Labels and searches it sees")
        set_role(self.places, "framed")
        self.places.setMaximumHeight(theme.px(140))
        for label in sorted(choices.labels, key=lambda each: each.system):
            self._add_place(label.name, label.id)
        for search in choices.searches:
            self._add_place(f"Search: {search.name}", search)
        gone: list[tuple[str, object]] = [(label, label) for label in grant.labels]
        gone += [(f"Search: {each.name}", each) for each in grant.searches]
        for name, value in gone:
            if self._item_of(value) is None:
                self._add_place(name, value)
        self.places.itemChanged.connect(lambda _: self.changed.emit())
        days = (
            DAYS
            if grant.days in {n for _, n in DAYS}
            else (
                *DAYS,
                (f"The last {grant.days} days", grant.days),
            )
        )
        self.days = self._choice("How far back", days)
        self.never = self._entry("Never shown", "Addresses or domains, with commas between them")
        self.shown = {
            name: self._box(title)
            for name, title in (
                ("subjects", "Subjects"),
                ("texts", "Texts"),
                ("files", "Attachments"),
            )
        }
        self.whom = self._choice("Drafts may go to", WHOM)
        self.named = self._entry("Only to", "Addresses or domains, with commas between them")
        self.a_day = Number()
        self.a_day.setRange(0, MOST_A_DAY)
        self.a_day.setSpecialValueText("no bound")
        self.a_day.setAccessibleName("Drafts a day")
        self.a_day.valueChanged.connect(lambda _: self.changed.emit())
        self.tools = {tool.name: self._tool(tool) for tool in choices.tools}
        self.time = self._choice("Holds", TIMES)
        self.begins, self.ends = self._moment("From"), self._moment("Until")
        self._lay_out(choices.tools)
        self.show_grant(grant)
        self.changed.connect(self._follow)
        self._follow()

    def _lay_out(self, tools: Sequence[GrantedTool]) -> None:
        px = self._theme.px
        self.moments = flow(plain("From"), self.begins, plain("until"), self.ends, gap=px(8))
        lines = [
            row(plain(clean(tool.title), wrap=True), self.tools[tool.name], gap=px(8))
            for tool in tools
        ]
        column(
            plain("Mail it sees", "strong"),
            self.place,
            self.places,
            self._labelled("How far back", self.days),
            self._labelled("Never shown", self.never),
            flow(plain("Of each mail:"), *self.shown.values(), gap=px(12)),
            px(8),
            plain("Drafts it proposes", "strong"),
            self._labelled("May go to", self.whom),
            self.named,
            self._labelled("At most a day", self.a_day),
            px(8),
            plain("How long", "strong"),
            self.time,
            self.moments,
            px(8),
            plain("Tools, where it is to be otherwise than in the settings", "strong", wrap=True),
            *lines,
            owner=self,
            gap=px(6),
        )

    def show_grant(self, grant: Grant) -> None:
        """Put a grant into the form, such as a preset."""
        place = OPENED if grant.opened else EVERYWHERE
        self._pick(self.place, NAMED if grant.labels or grant.searches else place)
        for at in range(self.places.count()):
            item = self.places.item(at)
            known = item.data(_DATA)
            on = known in grant.labels or known in grant.searches
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self._pick(self.days, grant.days)
        self.never.setText(", ".join(grant.never))
        for name, box in self.shown.items():
            box.setChecked(getattr(grant, name))
        self._pick(self.whom, grant.to)
        self.named.setText(", ".join(grant.named))
        self.a_day.setValue(grant.a_day)
        for name, choice in self.tools.items():
            wish = grant.wish(name)
            self._pick(choice, "" if wish is None else wish.value)
        timed = BETWEEN if grant.begins or grant.ends else ALWAYS
        self._pick(self.time, CLOSED if grant.window else timed)
        self.begins.setDateTime(QDateTime.fromSecsSinceEpoch(int(grant.begins or self._now)))
        ends = int(grant.ends or self._now + 24 * HOUR)
        self.ends.setDateTime(QDateTime.fromSecsSinceEpoch(ends))
        self.changed.emit()

    @property
    def until_closed(self) -> bool:
        return str(self.time.currentData()) == CLOSED

    @property
    def grant(self) -> Grant:
        """What the form says; not looked at whether it can be."""
        place, when = str(self.place.currentData()), str(self.time.currentData())
        ticked = [
            self.places.item(at).data(_DATA)
            for at in range(self.places.count())
            if self.places.item(at).checkState() is Qt.CheckState.Checked
        ]
        named = place == NAMED
        begins = float(self.begins.dateTime().toSecsSinceEpoch()) if when == BETWEEN else 0.0
        until = float(self.ends.dateTime().toSecsSinceEpoch()) if when == BETWEEN else 0.0
        return replace(
            Grant(),
            labels=tuple(each for each in ticked if isinstance(each, str)) if named else (),
            searches=tuple(e for e in ticked if isinstance(e, GrantedSearch)) if named else (),
            opened=place == OPENED,
            days=int(self.days.currentData()),
            never=_people(self.never.text()),
            to=To(self.whom.currentData()),
            named=_people(self.named.text()) if self.whom.currentData() == To.NAMED else (),
            a_day=self.a_day.value(),
            tools=tuple(
                ToolWish(name, Wish(choice.currentData()))
                for name, choice in self.tools.items()
                if choice.currentData()
            ),
            begins=begins,
            ends=self._now + HOUR if when == AN_HOUR else until,
            window="this" if when == CLOSED else "",
            **{name: box.isChecked() for name, box in self.shown.items()},
        )

    @property
    def trouble(self) -> str:
        """Why what is chosen can't be granted, where the form alone knows; else empty."""
        grant = self.grant
        if self.place.currentData() == NAMED and not grant.labels and not grant.searches:
            return "Tick a label or a search that it may see."
        return ""

    def _follow(self) -> None:
        """What does not matter now is out of sight."""
        self.places.setVisible(self.place.currentData() == NAMED)
        self.named.setVisible(self.whom.currentData() == To.NAMED)
        between = self.time.currentData() == BETWEEN
        self.moments.setVisible(between)
        self.shown["files"].setEnabled(self.shown["texts"].isChecked())

    def _choice(self, name: str, rows: Sequence[tuple[str, object]]) -> Choice:
        choice = Choice()
        choice.setAccessibleName(name)
        for title, value in rows:
            choice.addItem(title, value)
        choice.currentIndexChanged.connect(lambda _: self.changed.emit())
        return choice

    def _tool(self, tool: GrantedTool) -> Choice:
        rows = [("As in the settings", "")]
        rows += [("Ask first", Wish.ASK.value)] if tool.asked_for else []
        rows += [("Allow", Wish.ALLOW.value)] if tool.allowed and tool.asked_for else []
        return self._choice(clean(tool.title), (*rows, ("Never", Wish.DENY.value)))

    def _entry(self, name: str, hint: str) -> QLineEdit:
        entry = QLineEdit()
        entry.setAccessibleName(name)
        entry.setPlaceholderText(hint)
        entry.textEdited.connect(lambda _: self.changed.emit())
        return entry

    def _box(self, title: str) -> QCheckBox:
        box = QCheckBox(title)
        box.toggled.connect(lambda _: self.changed.emit())
        return box

    def _moment(self, name: str) -> DateAndTime:
        field = DateAndTime()
        field.setCalendarPopup(True)
        field.setAccessibleName(name)
        field.dateTimeChanged.connect(lambda _: self.changed.emit())
        return field

    def _labelled(self, words: str, widget: QWidget) -> QWidget:
        label = plain(words)
        label.setBuddy(widget)
        holder = QWidget()
        row(label, widget, owner=holder, gap=self._theme.px(8), fill=widget)
        return holder

    def _add_place(self, name: str, value: object) -> None:
        item = QListWidgetItem(clean(name))
        item.setData(_DATA, value)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        self.places.addItem(item)

    def _item_of(self, value: object) -> QListWidgetItem | None:
        items = (self.places.item(at) for at in range(self.places.count()))
        return next((item for item in items if item.data(_DATA) == value), None)

    @staticmethod
    def _pick(choice: Choice, value: object) -> None:
        at = next((n for n in range(choice.count()) if choice.itemData(n) == value), 0)
        choice.setCurrentIndex(at)


def preset(title: str, kept: Grant, folder: str) -> Grant:
    """The preset of this title; whom the person never wants shown stays hidden."""
    made = {
        PRESETS[0]: Grant(),
        PRESETS[1]: ONLY_OPENED,
        PRESETS[2]: one_folder(folder),
        SECRETARYS: SECRETARY,
    }[title]
    return replace(made, never=kept.never)


def _people(text: str) -> tuple[str, ...]:
    parts = text.replace(";", ",").replace("\n", ",").split(",")
    return tuple(part.strip() for part in parts if part.strip())
