"""Pickers of files to attach: from this computer, or from the cloud."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.tools.person import mail_accounts
from desktop_app.tools.person.mail_accounts import AccountList
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.drive_picker import DrivePicker
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.widgets.dialogs import choose_files, present


class FilePicker(QObject):
    """Opens a picker; `draft_actions` attaches what is chosen."""

    def __init__(self, bench: Workbench, form: ReviewForm, draft_actions: DraftActions) -> None:
        super().__init__(form)
        self._bench, self._form, self._changing = bench, form, draft_actions
        self._cloud_account = ""

    def pick(self) -> None:
        choose_files(self._form, "Attach files", "All files (*)", self._changing.attach)

    def pick_from_cloud(self) -> None:
        account, body = self._cloud_account, self._form.page.body
        picker = DrivePicker(self._bench, account, self._form)
        picker.attach_wanted.connect(lambda row: self._changing.attach_cloud(row, account))
        picker.link_wanted.connect(lambda row: body.insert_line(row.link))
        present(picker)

    def look_for_cloud(self) -> None:
        """The draft's own account where that has files in the cloud, else the first that has."""

        def show(found: AccountList) -> None:
            review = self._form.review
            own = review.draft.account_id if review else ""
            there = [a.id for a in found.accounts if found.capabilities[a.id].cloud_files]
            self._cloud_account = own if own in there else (there or [""])[0]
            self._form.page.files.offer_cloud(bool(there))

        self._bench.calls.ask(
            mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts(), done=show, owner=self
        )
