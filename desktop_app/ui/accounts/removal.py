"""Question before an account is removed: what goes, what is made anew, and what nothing says the
owner of."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QWidget

from desktop_app.model.account import Account
from desktop_app.model.backup import CopiesOfMail
from desktop_app.model.backup_words import copies_words
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import mail_accounts
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import forms
from desktop_app.ui.widgets.dialogs import confirm

_GOES = (
    "Its mail, search index, drafts, saved attachments, saved searches that find its mail alone and"
    " its sign-in are deleted here. The files or the server it came from are not touched."
)
_SAMPLE = (
    "Its mails and the drafts written in it are deleted from this computer. Backups and what was"
    " set aside stay as they are."
)
_TOO = "Delete what may be of other accounts too"


def ask_to_remove(bench: Workbench, parent: QWidget, account: Account) -> None:
    """Look for copies of the account, then ask."""
    if account.sample:
        _ask(bench, parent, account, CopiesOfMail())
        return
    bench.calls.ask(
        mail_accounts.COPIES_OF_ACCOUNT,
        mail_accounts.CopiesOfAccount(account=account.id),
        done=lambda copies: _ask(bench, parent, account, copies),
        key="copies of an account",
        owner=parent,
    )


def _ask(bench: Workbench, parent: QWidget, account: Account, copies: CopiesOfMail) -> None:
    def remove() -> None:
        bench.calls.ask(
            mail_accounts.REMOVE_ACCOUNT,
            mail_accounts.RemoveAccount(account=account.id, set_aside=too.isChecked()),
            done=tell,
        )

    def tell(done: Done) -> None:
        bench.navigation.toast_wanted.emit(done.display, None)

    too = QCheckBox(_TOO)
    name = "the sample mailbox" if account.sample else f"{account.name} from this computer"
    box = confirm(
        parent,
        f"Remove {name}?",
        _SAMPLE if account.sample else f"{_GOES}\n\n{copies_words(copies, forms())}",
        "Remove the sample" if account.sample else "Remove account",
        remove,
        danger=True,
    )
    too.setParent(box)
    if copies.unclear:
        box.setCheckBox(too)
