"""The question of a program that asks over HTTP to be let in: who, what and how long.

It is answered by a press here and by nothing else. The press counts once the dialog has been there
for a moment, and no key presses by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QWidget

from desktop_app.model.account import Account
from desktop_app.model.asking_program import AskingProgram
from desktop_app.model.bridge import NEVER_SENDS
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.model.grant import Grant
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import grants, letting_in, mail_accounts
from desktop_app.tools.person.grants import GrantChoices
from desktop_app.tools.person.letting_in import AskingPrograms
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.press_guard import PressGuard
from desktop_app.ui.settings.grant_dialog import INBOX, words
from desktop_app.ui.settings.grant_form import HOUR, PRESETS, SECRETARYS, preset
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import clock_time, local, next_midnight
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, clear, column, flow, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

FOLDERS, OPENED = PRESETS[2], PRESETS[1]
FOR_AN_HOUR, TODAY, UNTIL_TAKEN = "For one hour", "Today", "Until I take it back"
ENDED = "This program does not ask any more."
ONLY_IF = "Let it in only if you have just asked it to connect to Draftdesk."
LATER = f"Under Settings → MCP bridge you can change this, and end it. {NEVER_SENDS}"


class LetInDialog(QDialog):
    """Closing it answers nothing: the question waits until its time is over."""

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget,
        asked: AskingProgram,
        accounts: Sequence[Account],
        choices: GrantChoices,
        never: tuple[str, ...] = (),
    ) -> None:
        super().__init__(parent)
        self._bench, self._asked, self._choices = bench, asked, choices
        self._kept = Grant(never=never)
        self._names = {account.id: account.name for account in accounts}
        self._over, self._room = False, parent.window()
        self.name = name_of(asked)
        self.setWindowTitle("A program asks to be let in")
        self.accounts = {account.id: QCheckBox(clean(account.name)) for account in accounts}
        for box in self.accounts.values():
            box.setChecked(len(accounts) == 1)
            box.toggled.connect(self._say)
        self.preset = self._choice("What it may see and propose", (*PRESETS, SECRETARYS))
        self.preset.setCurrentText(OPENED)
        self.folder = Choice()
        self.folder.setAccessibleName("The label it works in")
        for label in sorted(choices.labels, key=lambda each: (each.system, each.id != INBOX)):
            self.folder.addItem(clean(label.name), label.id)
        self.folder.activated.connect(self._say)
        self.long = self._choice("For how long", (FOR_AN_HOUR, TODAY, UNTIL_TAKEN))
        self.said = plain(wrap=True, select=True, name="What it is granted")
        self.trouble = plain(role="error", wrap=True)
        self.let_in = QPushButton("Let in")
        self.refuse = QPushButton("Refuse")
        set_role(self.let_in, "primary")
        for button in (self.let_in, self.refuse):
            button.setAutoDefault(False)
        self.let_in.clicked.connect(self._let_in)
        self.refuse.clicked.connect(self._refuse)
        self._guard = PressGuard(self)
        self._guard.changed.connect(self._say)
        bench.announcements.changed.connect(self._on_changed)
        self._lay_out()
        self._guard.uncovered()
        self._say()

    @property
    def question(self) -> str:
        """The id of the question that is shown."""
        return self._asked.id

    def grant(self) -> Grant:
        """What is granted by a press now."""
        made = preset(self.preset.currentText(), self._kept, self.folder.currentData() or INBOX)
        now = self._bench.services.clock()
        ends = {FOR_AN_HOUR: now + HOUR, TODAY: now + next_midnight(now)}
        return replace(made, ends=ends.get(self.long.currentText(), 0.0))

    def _choice(self, name: str, titles: Sequence[str]) -> Choice:
        made = Choice()
        made.setAccessibleName(name)
        for title in titles:
            made.addItem(title)
        made.activated.connect(self._say)
        return made

    def _lay_out(self) -> None:
        px = self._bench.theme.px
        page = ScrollColumn()
        told = QWidget()
        what = plain("What it may see and propose")
        what.setBuddy(self.preset)
        long = plain("For how long")
        long.setBuddy(self.long)
        until = clock_time(local(self._asked.until))
        column(
            plain(f"“{self.name}” asks to be let in", "strong", wrap=True),
            plain(who(self._asked), wrap=True, select=True),
            plain(where(self._asked), "" if self._asked.stays_here else "error", wrap=True),
            plain(f"{ONLY_IF} It waits until {until}.", wrap=True),
            px(8),
            plain("Accounts it may read and write drafts for", wrap=True),
            flow(*self.accounts.values(), gap=px(12)),
            px(4),
            what,
            self.preset,
            self.folder,
            px(4),
            long,
            self.long,
            px(4),
            self.said,
            plain(LATER, "caption", wrap=True),
            STRETCH,
            owner=told,
            gap=px(8),
        )
        page.setWidget(told)
        buttons = row(STRETCH, self.refuse, self.let_in, gap=px(8))
        column(page, self.trouble, buttons, owner=self, gap=px(12), margins=px(12), fill=page)
        room = self._room.size()
        self.resize(min(px(Size.SETTINGS), room.width()), min(px(Size.DIALOG), room.height()))

    def _chosen(self) -> tuple[str, ...]:
        return tuple(id_ for id_, box in self.accounts.items() if box.isChecked())

    def _say(self) -> None:
        names = [self._names[id_] for id_ in self._chosen()]
        self.folder.setVisible(self.preset.currentText() == FOLDERS)
        self.said.setText(words(self.grant(), names, self._bench, self._choices))
        if not self._over:
            self.trouble.setVisible(bool(self.trouble.text()))
        self.let_in.setEnabled(bool(names) and not self._over and not self._guard.closed)
        self.refuse.setEnabled(not self._over and not self._guard.closed)

    def _on_changed(self, changes: Changes) -> None:
        if changes.bridge:
            self._bench.calls.ask(
                letting_in.LIST_ASKING_PROGRAMS,
                NoParams(),
                done=self._look,
                failed=lambda _: None,
                key="the question that is shown",
                owner=self,
            )

    def _look(self, found: AskingPrograms) -> None:
        if not self._over and all(each.id != self._asked.id for each in found.programs):
            self._end(ENDED)

    def _end(self, why: str) -> None:
        self._over = True
        self.trouble.setText(why)
        self.trouble.show()
        self._say()

    def _let_in(self) -> None:
        wanted = letting_in.LetIn(
            question=self._asked.id, accounts=self._chosen(), grant=self.grant()
        )
        if self._press():
            self._bench.calls.ask(
                letting_in.LET_IN,
                wanted,
                done=lambda _: self._answered(f"{self.name} is let in."),
                failed=self._failed,
                lasting=True,
                owner=self,
            )

    def _refuse(self) -> None:
        if self._press():
            self._bench.calls.ask(
                letting_in.REFUSE_PROGRAM,
                letting_in.RefuseProgram(question=self._asked.id),
                done=lambda _: self._answered(f"{self.name} was refused."),
                failed=self._failed,
                lasting=True,
                owner=self,
            )

    def _press(self) -> bool:
        """Whether a press counts now; no other one does after it."""
        counts = not (self._guard.closed or self._over)
        self._over = self._over or counts
        self._say()
        return counts

    def _answered(self, said: str) -> None:
        self._bench.navigation.toast(said)
        self.accept()

    def _failed(self, error: KnownError) -> None:
        self._over = False
        self.trouble.setText(f"{error.sentence} {error.next_step}".strip())
        self._say()


def name_of(asked: AskingProgram) -> str:
    """The name that a program gives itself, as a line of ours can hold it."""
    return clean(asked.name) or "A program"


def who(asked: AskingProgram) -> str:
    """What is known of who asks."""
    if asked.vouches:
        return (
            f"This name is said at {clean(asked.vouches)}. Any program on this computer can say"
            " that it is this one."
        )
    return "It says itself that this is its name. Nobody else says so."


def where(asked: AskingProgram) -> str:
    """Where the answer goes."""
    place = clean(asked.goes_to)
    if asked.stays_here:
        return f"The answer goes to a program on this computer ({place})."
    return f"The answer goes to {place} on the web, not to a program on this computer."


def open_question(bench: Workbench, parent: QWidget, question: str) -> None:
    """Show the question of this id, the first that waits where it has none; one at a time. Says so
    where it has ended."""

    def ask_accounts(found: AskingPrograms) -> None:
        asked = next((each for each in found.programs if each.id == question or not question), None)
        if asked is None:
            bench.navigation.toast(ENDED)
            return
        if any(each.isVisible() for each in parent.window().findChildren(LetInDialog)):
            return  # the other one waits in the settings
        bench.calls.ask(
            mail_accounts.LIST_ACCOUNTS,
            mail_accounts.ListAccounts(),
            done=lambda accounts: ask_choices(asked, accounts.accounts, found.never),
            key="accounts of a question",
            owner=parent,
        )

    def ask_choices(
        asked: AskingProgram, accounts: Sequence[Account], never: tuple[str, ...]
    ) -> None:
        bench.calls.ask(
            grants.GRANT_CHOICES,
            NoParams(),
            done=lambda choices: show(LetInDialog(bench, parent, asked, accounts, choices, never)),
            key="choices of a question",
            owner=parent,
        )

    def show(dialog: LetInDialog) -> None:
        present(dialog)
        press(next(iter(dialog.accounts.values()), dialog.refuse))

    bench.calls.ask(
        letting_in.LIST_ASKING_PROGRAMS,
        NoParams(),
        done=ask_accounts,
        key="a question",
        owner=parent,
    )


class AskingRows(QWidget):
    """Programs that ask to be let in, each with a button that shows its question."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._shown: tuple[str, ...] | None = None
        self._rows = column(gap=bench.theme.px(8))
        column(self._rows, owner=self)
        self.show_asking(AskingPrograms(()))

    def show_asking(self, found: AskingPrograms) -> None:
        """Made anew only when other programs ask."""
        ids = tuple(each.id for each in found.programs)
        if ids == self._shown:
            return
        self._shown = ids
        clear(self._rows)
        for asked in found.programs:
            button = QPushButton("Look…")
            button.setAccessibleName(f"{name_of(asked)}: look at what it asks")
            button.clicked.connect(self._opener(asked.id))
            told = plain(f"“{name_of(asked)}” asks to be let in.", wrap=True)
            self._rows.addLayout(row(told, button, gap=self._bench.theme.px(8), fill=told))
        self.setVisible(bool(ids))

    def _opener(self, question: str) -> Callable[[], None]:
        return lambda: open_question(self._bench, self, question)
