"""Pages of the account wizard, except the one that signs in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QWidget,
)

from desktop_app.model.sign_in import PERMISSION_WORDS, Permission, SignInSource, SignInSourceKind
from desktop_app.tools.person import browser_sign_in
from desktop_app.tools.person.browser_sign_in import Sources
from desktop_app.ui.accounts.google_client_texts import STEPS, TESTING, UNVERIFIED, WHY
from desktop_app.ui.accounts.sign_in_request import PERIODS
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import choose_files
from desktop_app.ui.widgets.parts import column, plain, row
from desktop_app.ui.widgets.theme import Theme, set_role

MAILBOX, GOOGLE, PROGRAM, FILES, SAMPLE = "mailbox", "google", "program", "files", "sample"
_WAYS = (
    (
        MAILBOX,
        "A mail address",
        "Gmail, Outlook, iCloud, Yahoo, GMX, your own server: Draftdesk finds the rest.",
    ),
    (
        GOOGLE,
        "Gmail with a Google client of your own",
        "Sign in at Google. Drive and Calendar can be read too.",
    ),
    (
        PROGRAM,
        "What another mail program has on this computer",
        "Thunderbird, Evolution, Apple Mail, Outlook: mail and people. Nothing is changed there.",
    ),
    (FILES, "Mail files", "Import mbox files, Maildirs or .eml files, Google Takeout's too."),
    (SAMPLE, "The sample mailbox", "Look around first. Nothing in it leaves this computer."),
)


class Choices(QWidget):
    """Radio buttons with a line of explanation each; `chosen` is the id of the checked one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._group = QButtonGroup(self)
        self._ids: dict[QRadioButton, str] = {}
        self._layout = column(owner=self, gap=theme.px(4))

    def add(self, id_: str, words: str, note: str = "") -> QRadioButton:
        button = QRadioButton(words)
        self._ids[button] = id_
        self._group.addButton(button)
        self._layout.addWidget(button)
        if note:
            button.setAccessibleDescription(note)
            self._layout.addWidget(caption(self._theme, note, indent=24))
        if len(self._ids) == 1:
            button.setChecked(True)
        return button

    @property
    def chosen(self) -> str:
        return next((id_ for button, id_ in self._ids.items() if button.isChecked()), "")

    def choose(self, id_: str) -> None:
        for button, own in self._ids.items():
            button.setChecked(own == id_)

    def on_change(self, work: Callable[[], object]) -> None:
        self._group.buttonToggled.connect(lambda *_: work())


class WelcomePage(WizardPage):
    """Page for the kind of account."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(
            bench.theme, "Add an account", "Nothing is ever sent without you pressing Send."
        )
        self.ways = Choices(bench.theme)
        for id_, words, note in _WAYS:
            self.ways.add(id_, words, note)
        self.content.addWidget(self.ways)
        self.content.addStretch(1)


class ClientPage(WizardPage):
    """Page for the Google client to sign in with, and how to make one."""

    def __init__(
        self, bench: Workbench, open_address: Callable[[str], object], *, clients_only: bool = False
    ) -> None:
        super().__init__(bench.theme, "Your Google client", WHY)
        self._bench, self._open = bench, open_address
        self._clients_only = clients_only
        self._sources: dict[str, SignInSource] = {}
        self.file = ""
        self._layout = self.content
        self.choices = Choices(bench.theme)
        self.choices.hide()
        self._layout.addWidget(self.choices)
        self._file_row()
        for number, (text, words, address) in enumerate(STEPS, start=1):
            self._add_step(f"{number}.  {' '.join(text.split())}", words, address)
        for text in (UNVERIFIED, TESTING):
            self._layout.addWidget(caption(bench.theme, text))
        self._layout.addStretch(1)

    def initializePage(self) -> None:
        self._bench.calls.ask(
            browser_sign_in.LIST_CLIENTS,
            browser_sign_in.ListClients(),
            done=self._show_sources,
            key="google clients",
            owner=self,
        )

    def isComplete(self) -> bool:
        return bool(self.file or self.source)

    @property
    def source(self) -> SignInSource | None:
        """The client or sign-in that was found and chosen; None while a file is."""
        return None if self.file else self._sources.get(self.choices.chosen)

    def choose(self, path: Path) -> None:
        """Take this file; what it holds is looked at when it is used."""
        self.file = str(path)
        self.chosen_file.setText(path.name)
        self.completeChanged.emit()

    def _file_row(self) -> None:
        button = QPushButton("Choose a client file…")
        button.setAutoDefault(False)
        button.clicked.connect(
            lambda: choose_files(
                self,
                "Choose a client file",
                "Google client (*.json);;All files (*)",
                lambda paths: self.choose(paths[0]),
            )
        )
        self.chosen_file, gap = plain("No file chosen", "second"), self._bench.theme.px(8)
        self._layout.addLayout(row(button, self.chosen_file, gap=gap, fill=self.chosen_file))

    def _add_step(self, text: str, words: str, address: str) -> None:
        self._layout.addWidget(plain(text, wrap=True))
        if words:
            link = QPushButton(words)
            set_role(link, "link")
            link.setAutoDefault(False)
            link.clicked.connect(lambda: self._open(address))
            self._layout.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_sources(self, found: Sources) -> None:
        for source in found.sources:
            if self._clients_only and source.kind is not SignInSourceKind.CLIENT:
                continue
            if source.id not in self._sources:
                note = ""
                if source.kind is SignInSourceKind.SIGN_IN:
                    note = "It is copied into your keyring. You are asked nothing at Google."
                self.choices.add(source.id, source.words, note)
                self._sources[source.id] = source
        self.choices.setVisible(bool(self._sources))
        self.choices.on_change(self.completeChanged.emit)
        self.completeChanged.emit()


class OptionsPage(WizardPage):
    """Page for the permissions, and for how much mail is downloaded."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(
            bench.theme,
            "What Draftdesk may do",
            "Google asks you to allow each of these. What you leave out now you can allow later, "
            "under Accounts.",
        )
        layout = self.content
        layout.setSpacing(bench.theme.px(4))
        self.boxes: dict[Permission, QCheckBox] = {}
        for permission, words in PERMISSION_WORDS.items():
            box = QCheckBox(words.title)
            box.setAccessibleDescription(words.able)
            box.setChecked(permission is Permission.READ)
            box.setEnabled(permission is not Permission.READ)
            self.boxes[permission] = box
            layout.addWidget(box)
            layout.addWidget(caption(bench.theme, words.able, indent=28))
        layout.addSpacing(bench.theme.px(12))
        layout.addWidget(plain("How much mail to download", "strong"))
        self.period = Choices(bench.theme)
        for days, words_ in PERIODS:
            self.period.add(str(days), words_)
        self.period.choose("365")
        layout.addWidget(self.period)
        note = "The newest comes first, and you can read at once. Older mail is still found by "
        layout.addWidget(caption(bench.theme, note + "searching: Gmail is asked."))
        layout.addStretch(1)

    @property
    def permissions(self) -> tuple[Permission, ...]:
        return tuple(p for p, box in self.boxes.items() if box.isChecked())

    @property
    def days(self) -> int:
        return int(self.period.chosen)


def caption(theme: Theme, text: str, *, indent: int = 0) -> QLabel:
    """A small line of explanation."""
    label = plain(text, "caption", wrap=True)
    label.setContentsMargins(theme.px(indent), 0, 0, theme.px(4))
    return label


def titles(permissions: Iterable[Permission]) -> str:
    """Permissions in a sentence: `read your mail, organise your mail`."""
    return ", ".join(PERMISSION_WORDS[p].title.lower() for p in permissions)
