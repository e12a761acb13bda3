"""A file that is shown without being imported: a mail, the mails of a mailbox, an event, people.

Each file has a window of its own, in which nothing can be answered; *Import* takes it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.message import Body
from desktop_app.tools.person import shown_files
from desktop_app.tools.person.shown_files import ListedMail, ShownFile, ShownMail
from desktop_app.ui.people.people_files import PeopleFiles
from desktop_app.ui.reading.links import Doubt, follow
from desktop_app.ui.reading.readable_message import SetBody, set_body
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.thread.bars import bars_of_file
from desktop_app.ui.thread.paged_text import PagedText
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.widgets.dialogs import confirm
from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

if TYPE_CHECKING:
    from desktop_app.ui.window.main_window import MainWindow

MOST_WINDOWS = 10
NOT_KEPT = "This is shown from the file. Nothing of it has been imported."
OF_CALENDARS = "Draftdesk keeps no calendar: open the file with your calendar to keep the event."
MORE = "Only the first {count} are listed. An import takes all of them."


def show_files(window: MainWindow, paths: Sequence[str]) -> None:
    """Show each file in a window of its own, some of many."""
    for path in paths[:MOST_WINDOWS]:
        FileWindow(window, Path(path))
    if len(paths) > MOST_WINDOWS:
        navigation = window.bench.navigation
        navigation.toast(f"The first {MOST_WINDOWS} of {number(len(paths))} files are shown.")


class FileWindow(QDialog):
    """Window of one file; opened at once, filled by a job."""

    def __init__(self, window: MainWindow, path: Path) -> None:
        super().__init__(window)
        self._window, self._bench, self._path = window, window.bench, path
        px = self._bench.theme.px
        name = clean(path.name)
        self.setWindowTitle(name)
        self.setAccessibleName(f"File {name}")
        wanted = QSize(px(Size.TEXT_WIDTH) + px(64), px(Size.DIALOG) + px(120))
        frame = QSize(px(32), px(48))  # with the desktop's frame it is on the screen whole
        self.resize(wanted.boundedTo(window.size() - frame))
        self.list = QListWidget()
        self.list.setAccessibleName("Mails in this file")
        set_role(self.list, "framed")
        self.list.setMaximumHeight(px(160))
        self.list.hide()
        self.list.currentItemChanged.connect(lambda item, _: self._on_chosen(item))
        self.note = plain("Opening…", "caption", wrap=True)
        self.page = QWidget()
        set_role(self.page, "region")
        self._content = column(owner=self.page, gap=px(8), margins=px(12))
        self.room = ScrollColumn()
        self.room.setWidget(self.page)
        self.take = QPushButton("Import")
        self.take.setAutoDefault(False)
        self.take.clicked.connect(lambda *_: self._import())
        self.take.hide()
        close = QPushButton("Close")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        foot = row(STRETCH, self.take, close, gap=STYLE)
        parts = (self.list, self.note, self.room, foot)
        column(*parts, owner=self, gap=px(8), margins=px(12), fill=self.room)
        self._kind = ""
        self._bench.calls.ask(
            shown_files.SHOW_FILE,
            shown_files.OneFile(path=str(path)),
            done=self._show,
            failed=self._on_failed,
            owner=self,
        )
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.show()

    def _show(self, found: ShownFile) -> None:
        self._kind = found.kind
        self.take.setVisible(found.kind != "calendar")
        self._tell(NOT_KEPT if found.kind != "calendar" else f"{NOT_KEPT} {OF_CALENDARS}")
        if found.more:
            shown = f"{self.note.text()} {MORE.format(count=number(shown_files.MOST_LISTED))}"
            self._tell(shown)
        if found.kind != "mail":
            lines = "\n".join(map(clean, found.text.split("\n")))
            self._put((plain(lines, wrap=True, select=True),))
            return
        for mail in found.mails:
            item = QListWidgetItem(self._line(mail))
            item.setData(Qt.ItemDataRole.UserRole, mail.start)
            self.list.addItem(item)
        self.list.setVisible(len(found.mails) > 1)
        self.list.setCurrentRow(0)

    def _line(self, mail: ListedMail) -> str:
        if mail.problem:
            return mail.problem
        now = self._bench.services.clock()
        date = short_date(mail.date, now) if mail.date else ""
        parts = (date, clean(mail.sender), clean(mail.subject) or "(no subject)")
        return "  ".join(part for part in parts if part)

    def _on_chosen(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        start = int(item.data(Qt.ItemDataRole.UserRole))
        calls, params = self._bench.calls, shown_files.OneMail(path=str(self._path), start=start)

        def read() -> tuple[ShownMail, SetBody]:
            mail = calls.wait(shown_files.SHOW_MAIL, params)
            return mail, set_body(mail.body, lambda cid: _picture(mail.raw, cid))

        calls.jobs.run(
            read,
            done=lambda read: self._show_mail(*read),
            failed=self._on_failed,
            key=f"file {self._path}",
            owner=self,
        )

    def _show_mail(self, mail: ShownMail, shown: SetBody) -> None:
        bench = self._bench
        head = [
            plain(f"{name}: {clean(words)}", "strong" if name == "Subject" else "", wrap=True)
            for name, words in mail.head
        ]

        def make() -> Reader:
            reader = Reader(bench.theme, "Text of the mail", shown.pictures)
            reader.link.connect(lambda url: self._follow(url, mail.body))
            return reader

        text = PagedText((*shown.pages, *shown.quoted), make)
        parts: list[QWidget] = [*head, *bars_of_file(bench.theme, mail.body), text]
        if mail.files:
            names = ", ".join(map(clean, mail.files))
            parts.append(plain(f"Attached: {names}. Import the mail to open them.", wrap=True))
        self._put(parts)

    def _put(self, parts: Sequence[QWidget]) -> None:
        clear(self._content)
        for part in parts:
            self._content.addWidget(part)
            part.show()
        self._content.addStretch(1)
        self.room.verticalScrollBar().setValue(0)

    def _follow(self, url: str, body: Body) -> None:
        def ask(doubt: Doubt) -> None:
            plain_body = Body("", "")
            confirm(
                self,
                doubt.sentence,
                doubt.target,
                "Open it all the same",
                lambda: follow(url, plain_body, self._bench.navigation, ask),
                danger=True,
            )

        follow(url, body, self._bench.navigation, ask)

    def _import(self) -> None:
        """As the window imports: with its progress, its report, and what it asks."""
        late = self._window.late
        self.accept()
        if self._kind == "people":
            PeopleFiles(self._bench, self._window).begin([self._path])
        elif late is not None:
            late.mail_import.begin([self._path])

    def _on_failed(self, error: KnownError) -> None:
        self._put(())
        self._tell(f"{error.sentence} {error.next_step}".strip())

    def _tell(self, words: str) -> None:
        self.note.setText(words)


def _picture(raw: bytes, content_id: str) -> bytes:
    """A picture that stands in the mail's own text."""
    from desktop_app.mail.message.access import inline_part

    found = inline_part(raw, content_id)
    if found is None:
        raise NotFound("That picture is not in the mail.")
    return found[1]
