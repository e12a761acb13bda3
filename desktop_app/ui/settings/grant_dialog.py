"""Dialog in which a person says what a program may see and propose: presets first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from desktop_app.model.account import Account
from desktop_app.model.bridge import BridgeClient
from desktop_app.model.errors import BadInput, KnownError
from desktop_app.model.grant import Grant, checked, sentence
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import grants
from desktop_app.tools.person.grants import GrantChoices
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.grant_form import PRESETS, SECRETARYS, GrantForm, preset
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

Say = Callable[[str, Callable[[], object]], object]
AS_SET = "As set below"
INBOX = "INBOX"


class GrantDialog(QDialog):
    """Nothing is changed before *Grant this*."""

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget,
        client: BridgeClient,
        accounts: Sequence[Account],
        choices: GrantChoices,
        say: Say,
    ) -> None:
        super().__init__(parent)
        self._bench, self._client, self._choices = bench, client, choices
        self._tell = say
        self._accounts = [a.name for a in accounts if a.id in client.accounts]
        px, name = bench.theme.px, clean(client.name)
        self.setWindowTitle(f"What {name} may see and propose")
        self.preset = Choice()
        self.preset.setAccessibleName("Begin with")
        for title in (AS_SET, *PRESETS, SECRETARYS):
            self.preset.addItem(title)
        self.preset.activated.connect(self._begin_with)
        label = plain("Begin with")
        label.setBuddy(self.preset)
        self.said = plain(wrap=True, select=True, name="What it is granted")
        self.form = GrantForm(bench.theme, client.grant, choices, bench.services.clock())
        self._filling = False
        self.form.changed.connect(self._changed)
        scroll = ScrollColumn()
        scroll.setWidget(self.form)
        self.trouble = plain(role="error", wrap=True)
        self.trouble.hide()
        buttons = QDialogButtonBox()
        self.grant = buttons.addButton("Grant this", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.grant, "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._grant)
        buttons.rejected.connect(self.reject)
        top = row(label, self.preset, gap=px(8), fill=self.preset)
        parts = (top, self.said, scroll, self.trouble, buttons)
        column(*parts, owner=self, gap=px(8), margins=px(12), fill=scroll)
        room = parent.window().size()
        self.resize(min(px(Size.SETTINGS), room.width()), min(px(Size.DIALOG), room.height()))
        self._say()

    def _begin_with(self) -> None:
        title = self.preset.currentText()
        if title != AS_SET:
            own = next((each.id for each in self._choices.labels if not each.system), INBOX)
            folder = next(iter(self.form.grant.labels), own)
            self._filling = True
            self.form.show_grant(preset(title, self.form.grant, folder))
            self._filling = False

    def _changed(self) -> None:
        """What is changed by hand is no preset any more."""
        if self.preset.currentText() != AS_SET and not self._filling:
            self.preset.setCurrentIndex(0)
        self._say()

    def _say(self) -> None:
        self.said.setText(words(self.form.grant, self._accounts, self._bench, self._choices))
        self.trouble.setText(self._trouble())
        self.trouble.setVisible(bool(self.trouble.text()))
        self.grant.setEnabled(not self.trouble.text())

    def _trouble(self) -> str:
        try:
            checked(self.form.grant)
        except BadInput as error:
            return f"{error.sentence} {error.next_step}".strip()
        return self.form.trouble

    def _grant(self) -> None:
        wanted = grants.SetGrant(
            client_id=self._client.id,
            grant=self.form.grant,
            until_closed=self.form.until_closed,
        )
        self._bench.calls.ask(
            grants.SET_GRANT,
            wanted,
            done=lambda _: self._granted(),
            failed=self._failed,
            lasting=True,
            owner=self,
        )

    def _granted(self) -> None:
        before = grants.SetGrant(
            client_id=self._client.id,
            grant=self._client.grant,
            until_closed=bool(self._client.grant.window),
        )
        calls = self._bench.calls
        self._tell(
            f"{clean(self._client.name)}: {self.said.text()}",
            lambda: calls.ask(grants.SET_GRANT, before, lasting=True),
        )
        self.accept()

    def _failed(self, error: KnownError) -> None:
        self.trouble.setText(f"{error.sentence} {error.next_step}".strip())
        self.trouble.show()


def words(
    grant: Grant, accounts: Sequence[str], bench: Workbench, choices: GrantChoices | None = None
) -> str:
    """The grant in sentences, with times as the system writes them."""
    now = bench.services.clock()
    labels = {each.id: each.name for each in choices.labels} if choices is not None else {}
    titles = {each.name: each.title for each in choices.tools} if choices is not None else {}
    return clean(
        sentence(
            grant,
            accounts,
            lambda moment: long_date(moment, now),
            lambda label: labels.get(label, label),
            lambda tool: titles.get(tool, tool.replace("_", " ")),
        )
    )


def ask_for_grant(
    bench: Workbench,
    parent: QWidget,
    client: BridgeClient,
    accounts: Sequence[Account],
    say: Say,
) -> None:
    """Open the dialog, once what can be named is known. `say` tells what was changed, and takes
    what undoes it."""
    bench.calls.ask(
        grants.GRANT_CHOICES,
        NoParams(),
        done=lambda choices: present(GrantDialog(bench, parent, client, accounts, choices, say)),
        key="grant choices",
        owner=parent,
    )
