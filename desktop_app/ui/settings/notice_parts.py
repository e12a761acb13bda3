"""Parts of the page *Notices*: accounts with a rule of their own, and the quiet hours."""

from __future__ import annotations

import re

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from desktop_app.model.local_forms import LocalForms
from desktop_app.settings import TABLE
from desktop_app.tools.person import mail_accounts
from desktop_app.tools.person.mail_accounts import AccountList
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.rows import OnChange
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import forms
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import clean

ACCOUNTS, RULE, QUIET = "notices.accounts", "notices.mail", "notices.quiet_hours"
AS_ABOVE = "as above"
USUAL = ("22:00", "07:00")
"""Quiet hours before anybody has chosen any."""

_HOURS = re.compile(r"(\d\d:\d\d)-(\d\d:\d\d)")


class NoticeAccounts(QWidget):
    """A choice for each account that has a server; those of one account alone need none."""

    def __init__(self, bench: Workbench, change: OnChange) -> None:
        super().__init__()
        self._bench, self._change = bench, change
        self.setObjectName(ACCOUNTS)
        self.setAccessibleName(TABLE[ACCOUNTS].label)
        self.choices: dict[str, Choice] = {}
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setHorizontalSpacing(bench.theme.px(12))
        self._rows.setColumnStretch(2, 1)
        bench.announcements.setting.connect(self._on_setting)
        bench.calls.ask(
            mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts(), done=self._fill, owner=self
        )

    def _fill(self, found: AccountList) -> None:
        syncs = [a for a in found.accounts if found.capabilities[a.id].syncs]
        if len(syncs) < 2:
            return
        for account in syncs:
            box = Choice()
            for rule in (AS_ABOVE, *map(str, TABLE[RULE].choices)):
                box.addItem(rule.capitalize(), rule)
            box.setEnabled(not self._bench.services.settings.forced(ACCOUNTS))
            box.activated.connect(self._keep)
            label = plain(clean(account.name))
            label.setBuddy(box)
            box.setAccessibleName(f"Tell of new mail of {clean(account.name)} from")
            self.choices[account.id] = box
            self._rows.addWidget(label, len(self.choices), 0)
            self._rows.addWidget(box, len(self.choices), 1)
        self._show()

    def _on_setting(self, key: str) -> None:
        if key == ACCOUNTS:
            self._show()

    def _show(self) -> None:
        entries = (e.rpartition("=") for e in self._bench.services.settings.items(ACCOUNTS))
        rules = {account: rule for account, _, rule in entries}
        for account, box in self.choices.items():
            with QSignalBlocker(box):
                box.setCurrentIndex(max(0, box.findData(rules.get(account, AS_ABOVE))))

    def _keep(self, *_: object) -> None:
        chosen = {account: str(box.currentData()) for account, box in self.choices.items()}
        rules = tuple(f"{a}={rule}" for a, rule in chosen.items() if rule != AS_ABOVE)
        self._change(ACCOUNTS, rules)


class QuietHours(QWidget):
    """A tick, and from when until when: half hours, as the system writes them."""

    def __init__(self, bench: Workbench, change: OnChange) -> None:
        super().__init__()
        self._bench, self._change = bench, change
        self.setObjectName(QUIET)
        self.setAccessibleName(TABLE[QUIET].label)
        px = bench.theme.px
        self.tick = QCheckBox("Quiet hours, from")
        self.first, self.last = _times(forms()), _times(forms())
        self.first.setAccessibleName("Quiet from")
        self.last.setAccessibleName("Quiet until")
        until = plain("until")
        note = plain(TABLE[QUIET].sentence, "caption", wrap=True)
        line = row(self.tick, self.first, until, self.last, STRETCH, gap=px(8))
        column(line, note, owner=self, gap=px(4))
        self.setEnabled(not bench.services.settings.forced(QUIET))
        self._show()
        self.tick.toggled.connect(self._keep)
        self.first.activated.connect(self._keep)
        self.last.activated.connect(self._keep)
        bench.announcements.setting.connect(lambda key: self._show() if key == QUIET else None)

    def _show(self) -> None:
        found = _HOURS.fullmatch(self._bench.services.settings.text(QUIET))
        with QSignalBlocker(self.tick):
            self.tick.setChecked(found is not None)
        hours = found.groups() if found is not None else USUAL
        for box, hour in zip((self.first, self.last), hours, strict=True):
            box.setEnabled(found is not None)
            if box.findData(hour) < 0:  # written into the file by hand
                box.addItem(hour, hour)
            box.setCurrentIndex(box.findData(hour))

    def _keep(self, *_: object) -> None:
        on = self.tick.isChecked()
        for box in (self.first, self.last):
            box.setEnabled(on)
        hours = f"{self.first.currentData()}-{self.last.currentData()}"
        self._change(QUIET, hours if on else "")


def _times(here: LocalForms) -> Choice:
    box = Choice()
    for half_hours in range(48):
        hour, minute = divmod(half_hours * 30, 60)
        box.addItem(here.time_of(hour, minute), f"{hour:02}:{minute:02}")
    return box
