"""Dialog for somebody new: a name and an address."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.tools.person import people
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size


class NewPersonDialog(QDialog):
    """What is refused is said in the dialog, which stays."""

    def __init__(self, bench: Workbench, owner: QWidget) -> None:
        super().__init__(owner.window())
        self._bench = bench
        self.setWindowTitle("New person")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        self.name, self.email = QLineEdit(), QLineEdit()
        self.problem = plain(role="error", wrap=True)
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = buttons.addButton("Add person", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.make, "primary")
        self.make.clicked.connect(lambda *_: self._keep())
        buttons.rejected.connect(self.reject)
        labels = [plain(words, "strong") for words in ("Name", "Address")]
        for label, entry in zip(labels, (self.name, self.email), strict=True):
            label.setBuddy(entry)
            entry.setAccessibleName(label.text())
        parts = (labels[0], self.name, labels[1], self.email, self.problem, buttons)
        column(*parts, owner=self, gap=STYLE, margins=STYLE)

    def _keep(self) -> None:
        params = people.AddPerson(name=self.name.text(), email=self.email.text())
        self._bench.calls.ask(
            people.ADD_PERSON,
            params,
            done=lambda _: self.accept(),
            failed=self._failed,
            owner=self,
        )

    def _failed(self, error: KnownError) -> None:
        self.problem.setText(f"{error.sentence} {error.next_step}".strip())
        self.problem.show()


def ask_new_person(bench: Workbench, owner: QWidget) -> None:
    present(NewPersonDialog(bench, owner))
