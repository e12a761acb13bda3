"""Moving in: what other mail programs have on this computer, with ticks for what is taken over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.model.moving import SeenAccount, SeenProgram
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import moving_in
from desktop_app.tools.person.moving_in import MoveIn, SeenPrograms
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.moving.in_words import (
    account_words,
    counted,
    folder_lines,
    people_words,
    sender_lines,
    senders_words,
    tree_words,
)
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dialogs import choose_files, choose_folder
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role

WHAT = (
    "Draftdesk only reads what the other program has: nothing is changed there. Mail comes into"
    " Local mail, its folders and tags become labels. What is here already is not taken again, so"
    " you can move in once more later. Passwords are not read."
)
NOTHING = "No other mail program was found on this computer."
BY_HAND = (
    "Choose its folder yourself, or an Outlook file (.pst). Mailboxes that you exported, Google"
    " Takeout's too, come in with Import mail."
)
FILTERS = "Outlook files (*.pst);;All files (*)"
_ROLE = Qt.ItemDataRole.UserRole
TREE, PEOPLE, SENDERS = "tree", "people", "senders"


class MovingInPane(Pane):
    """Pane whose `open` looks for other programs."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Move in from another program")
        gap = bench.theme.px(8)
        self._seen: list[SeenProgram] = []
        self._ticks: list[list[QTreeWidgetItem]] = []
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Found on this computer")
        self.tree.setHeaderHidden(True)
        self.tree.setWordWrap(True)
        self.tree.setUniformRowHeights(False)
        set_role(self.tree, "framed")
        self.tree.currentItemChanged.connect(lambda *_: self._enable())
        self.tree.itemChanged.connect(lambda *_: self._enable())
        self.tree.itemActivated.connect(lambda item, _: self._connect(item))
        self.states = States(bench.theme, self.tree)
        self.setFocusProxy(self.states)
        self.told = plain(wrap=True, select=True)
        self.told.hide()
        self.folder = self._button("Choose a folder…", self._choose_folder)
        self.file = self._button("Choose an Outlook file…", self._choose_file)
        self.connect_account = self._button("Connect this account…", self._connect)
        self.take = self._button("Move in", self._take)
        set_role(self.take, "primary")
        by_hand = row(self.folder, self.file, STRETCH, gap=gap)
        buttons = row(self.connect_account, STRETCH, self.take, gap=gap)
        what = plain(WHAT, "second", wrap=True)
        parts = (what, self.states, self.told, by_hand, buttons)
        column(*parts, owner=self, gap=gap, fill=self.states)
        self._enable()

    def _button(self, words: str, work: object) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.clicked.connect(work)
        return button

    def open(self) -> None:
        jobs = self.bench.calls.jobs
        pending = PendingRead(
            "what is on this computer", lambda: jobs.cancel("moving in"), self.open
        )
        self.states.loading(pending)
        self.bench.calls.ask(
            moving_in.LOOK_FOR_PROGRAMS,
            NoParams(),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.open),
            key="moving in",
            owner=self,
        )

    @property
    def wanted(self) -> tuple[MoveIn, ...]:
        """What is ticked, by program."""
        return tuple(filter(None, (self._ticked(i) for i in range(len(self._seen)))))

    def _ticked(self, number: int) -> MoveIn | None:
        seen = self._seen[number]
        ticked = [
            item.data(0, _ROLE)
            for item in self._ticks[number]
            if item.checkState(0) == Qt.CheckState.Checked
        ]
        if not ticked:
            return None
        return MoveIn(
            program=seen.program,
            place=str(seen.place),
            trees=tuple(title for kind, title in ticked if kind == TREE),
            people=any(kind == PEOPLE for kind, _ in ticked),
            identities=any(kind == SENDERS for kind, _ in ticked),
        )

    def _show(self, found: SeenPrograms) -> None:
        self._add(found.programs)
        if not self._seen:
            buttons = (("Import mail…", self._import),)
            self.states.empty(NOTHING, BY_HAND, *buttons)
        self._enable()

    def _add(self, programs: Sequence[SeenProgram]) -> None:
        there = {seen.place for seen in self._seen}
        fresh = [seen for seen in programs if seen.place not in there]
        for seen in fresh:
            self._seen.append(seen)
            self._ticks.append([])
            self.tree.setCurrentItem(self._add_program(seen))
        if self._seen:
            self.states.ready()

    def _add_program(self, seen: SeenProgram) -> QTreeWidgetItem:
        heading = QTreeWidgetItem(self.tree, [clean(seen.title)])
        heading.setToolTip(0, as_tooltip(clean(str(seen.place))))
        heading.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        for tree in seen.trees:
            item = self._tick(heading, tree_words(tree), (TREE, tree.title))
            _lines(item, folder_lines(tree))
        if seen.books:
            self._tick(heading, people_words(seen), (PEOPLE, ""))
        if senders := sender_lines(seen):
            _lines(self._tick(heading, senders_words(seen), (SENDERS, "")), senders)
        for account in seen.accounts:
            item = _line(heading, account_words(account))
            item.setData(0, _ROLE + 1, account)
            _lines(item, [clean(account.note)] if account.note else [])
        if seen.filters:
            some = counted(len(seen.filters), "filter")
            group = _line(heading, f"{some} (Draftdesk has none: for you to read)")
            _lines(group, [f"{clean(one.name)}: {clean(one.words)}" for one in seen.filters])
        _lines(heading, [clean(note) for note in seen.notes])
        heading.setExpanded(True)
        return heading

    def _tick(self, heading: QTreeWidgetItem, words: str, what: tuple[str, str]) -> QTreeWidgetItem:
        item = _line(heading, words)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, Qt.CheckState.Checked)
        item.setData(0, _ROLE, what)
        self._ticks[-1].append(item)
        return item

    def _enable(self) -> None:
        self.take.setEnabled(bool(self._seen) and bool(self.wanted))
        self.connect_account.setEnabled(self._account(self.tree.currentItem()) is not None)

    def _account(self, item: QTreeWidgetItem | None) -> SeenAccount | None:
        account = item.data(0, _ROLE + 1) if item is not None else None
        return account if isinstance(account, SeenAccount) and account.email else None

    def _connect(self, item: object = None) -> None:
        """The account's form, filled in; the person gives the password there."""
        one = item if isinstance(item, QTreeWidgetItem) else self.tree.currentItem()
        account = self._account(one)
        if account is not None:
            self.bench.navigation.account_wanted.emit(account)

    def _take(self) -> None:
        wanted = self.wanted
        if wanted:
            self.window().close()
            self.bench.navigation.move_wanted.emit(wanted)

    def _import(self) -> None:
        self.window().close()
        self.bench.actions.trigger("import_mail")

    def _choose_folder(self) -> None:
        choose_folder(self, "Choose a mail program's folder", lambda paths: self._look(paths[0]))

    def _choose_file(self) -> None:
        choose_files(self, "Choose an Outlook file", FILTERS, lambda paths: self._look(paths[0]))

    def _look(self, path: Path) -> None:
        self._tell(f"Looking into {clean(path.name)}…")
        self.bench.calls.ask(
            moving_in.LOOK_INTO,
            moving_in.LookInto(path=str(path)),
            done=self._on_looked,
            failed=self._on_failed,
            key="moving in",
            owner=self,
        )

    def _on_looked(self, found: SeenPrograms) -> None:
        self.told.hide()
        self._add(found.programs)
        self._enable()
        announce(self, f"{counted(len(found.programs), 'program')} found")

    def _on_failed(self, error: KnownError) -> None:
        self._tell(clean(f"{error.sentence} {error.next_step}".strip()))
        if not self._seen:
            self.states.empty(NOTHING, BY_HAND, ("Import mail…", self._import))

    def _tell(self, words: str) -> None:
        self.told.setText(words)
        self.told.show()
        announce(self, words)


def _line(parent: QTreeWidgetItem, words: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem(parent, [words])
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
    item.setToolTip(0, as_tooltip(words))
    return item


def _lines(parent: QTreeWidgetItem, lines: Sequence[str]) -> None:
    for words in lines:
        _line(parent, words)
