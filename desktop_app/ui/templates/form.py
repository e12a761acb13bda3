"""One template as it is written: subject, people, words and files. What is typed is kept by
itself.

Where the file was changed elsewhere meanwhile, what was typed here is kept as one of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QWidget,
)

from desktop_app.mail.drafts.given import as_typed, given_addresses
from desktop_app.mail.drafts.template_fields import Field
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address
from desktop_app.model.errors import Conflict, KnownError
from desktop_app.model.template import StoredTemplate, Template
from desktop_app.tools.person import templates
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.templates.words import TemplateWords
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.dialogs import choose_files
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

QUIET_MS = 500
_ROWS = ("Subject", "To", "Cc", "Bcc", "For mail from")
_FIELDS = "Fields: " + ", ".join(f"{{{field}}}" for field in Field)


class TemplateForm(QWidget):
    """Signals `saved(StoredTemplate)`, `kept_apart(str, StoredTemplate)` when another had changed
    the template of that name, `left_out(str)` with what is no address, which is not kept, and
    `failed(KnownError)`: what was typed stays in the form. `told(str)` is a sentence."""

    saved = Signal(object)
    kept_apart = Signal(str, object)
    failed = Signal(object)
    left_out = Signal(str)
    told = Signal(str)

    def __init__(self, theme: Theme, calls: Calls) -> None:
        super().__init__()
        self._calls = calls
        self._stored: StoredTemplate | None = None
        self._busy = self._dirty = False
        self._left_out = ""
        self._next: templates.SaveTemplate | None = None
        self.entries = {name: QLineEdit() for name in _ROWS}
        self.text = TemplateWords(theme)
        self.text.told.connect(self.told)
        self.files = QListWidget()
        self.files.setAccessibleName("Files of the template")
        set_role(self.files, "framed")
        self.files.setMaximumHeight(theme.px(48))
        self.add = QPushButton("Add files…")
        self.add.clicked.connect(self._choose_files)
        self.remove = QPushButton("Remove file")
        self.remove.clicked.connect(self._remove_file)
        self.files.currentRowChanged.connect(lambda at: self.remove.setEnabled(at >= 0))
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self.flush)
        self.entries["For mail from"].setPlaceholderText("any of your addresses")
        self._lay_out(theme)

    def _lay_out(self, theme: Theme) -> None:
        px = theme.px
        head = QWidget()
        layout = QFormLayout(head)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(px(4))
        for name, entry in self.entries.items():
            entry.setAccessibleName(name)
            layout.addRow(plain(name, "second"), entry)
            entry.textEdited.connect(lambda _: self._touch())
        self.text.edited.connect(self._touch)
        fields = plain(_FIELDS, "caption", wrap=True, select=True)
        buttons = row(self.add, self.remove, STRETCH, gap=px(8))
        parts = (head, self.text, fields, self.files, buttons)
        column(*parts, owner=self, gap=px(8), fill=self.text)

    @property
    def shown(self) -> StoredTemplate | None:
        return self._stored

    @property
    def unsaved(self) -> bool:
        return self._busy or self._dirty

    def show_template(self, stored: StoredTemplate | None) -> None:
        """Show another one, once what was typed is on its way."""
        self.flush()
        self._stored, self._dirty, self._left_out = stored, False, ""
        self.setEnabled(stored is not None)
        template = stored.template if stored is not None else Template("")
        values = (
            template.subject,
            *(_typed(each) for each in (template.to, template.cc, template.bcc)),
            template.account,
        )
        for entry, value in zip(self.entries.values(), values, strict=True):
            entry.setText(value)
        self.text.show_words(template.body, template.content_type)
        self._show_files()

    def _show_files(self) -> None:
        self.files.clear()
        for each in self._stored.files if self._stored is not None else ():
            self.files.addItem(f"{clean(each.filename)}, {file_size(each.size)}")
        there = self.files.count() > 0
        self.files.setVisible(there)
        self.remove.setVisible(there)
        self.remove.setEnabled(False)

    def flush(self) -> None:
        """Keep what was typed, now."""
        self._quiet.stop()
        if self._dirty:
            self._save(self._names())

    def _touch(self) -> None:
        self._dirty = True
        self._quiet.start()

    def _names(self) -> tuple[str, ...]:
        stored = self._stored
        return tuple(each.filename for each in stored.files) if stored is not None else ()

    def _save(self, keep: Sequence[str], add: Sequence[Path] = ()) -> None:
        stored = self._stored
        if stored is None:
            return
        self._dirty = False
        template = self._typed(stored.template)
        self._tell_left_out()
        if template == stored.template and tuple(keep) == self._names() and not add:
            return
        params = templates.SaveTemplate(
            template=template, seen=stored.digest, keep=tuple(keep), add=tuple(map(str, add))
        )
        if self._busy:
            self._next = params  # on top of what is being saved
        else:
            self._send(stored, params)

    def _send(self, stored: StoredTemplate, params: templates.SaveTemplate) -> None:
        self._busy = True
        self._calls.ask(
            templates.SAVE_TEMPLATE,
            params,
            done=lambda now: self._on_saved(stored, now),
            failed=lambda error: self._on_failed(params, error),
            owner=self,
            lasting=True,
        )

    def _typed(self, template: Template) -> Template:
        subject, to, cc, bcc, account = (entry.text() for entry in self.entries.values())
        body, kind = self.text.words()
        return replace(
            template,
            body=body,
            content_type=kind,
            subject=" ".join(subject.split()),
            to=_addresses(to),
            cc=_addresses(cc),
            bcc=_addresses(bcc),
            account=account.strip() if valid_address(account.strip()) else "",
        )

    def _tell_left_out(self) -> None:
        """What is no address is said once, and stays where it was typed; the rest is kept."""
        *_, account = texts = [entry.text() for entry in self.entries.values()][1:]
        given = [a for text in texts[:3] for a in (given_addresses(text) if text.strip() else ())]
        wrong = [a.email or a.name for a in given if not valid_address(a.email)]
        wrong += [account.strip()] if account.strip() and not valid_address(account.strip()) else []
        said = ", ".join(wrong)
        if said != self._left_out:
            self._left_out = said
            self.left_out.emit(said)

    def _on_saved(self, before: StoredTemplate, now: StoredTemplate) -> None:
        self._busy = False
        if self._stored is before:
            self._stored = now
            if now.files != before.files:
                self._show_files()
        self.saved.emit(now)
        following, self._next = self._next, None
        if following is not None:
            seen = now.digest if following.template.name == now.template.name else following.seen
            self._send(now, structs.replace(following, seen=seen))
        elif self._dirty:
            self.flush()

    def _on_failed(self, params: templates.SaveTemplate, error: KnownError) -> None:
        self._busy, params, self._next = False, self._next or params, None
        if not isinstance(error, Conflict) or not params.seen:
            self.failed.emit(error)
            return
        name = params.template.name
        apart = templates.SaveTemplate(
            template=params.template, free_name=True, keep=params.keep, add=params.add
        )
        self._calls.ask(
            templates.SAVE_TEMPLATE,
            apart,
            done=lambda kept: self.kept_apart.emit(name, kept),
            failed=self.failed.emit,
            owner=self,
            lasting=True,
        )

    def _choose_files(self) -> None:
        choose_files(
            self, "Add files", "All files (*)", lambda paths: self._save(self._names(), paths)
        )

    def _remove_file(self) -> None:
        at, names = self.files.currentRow(), list(self._names())
        if 0 <= at < len(names):
            del names[at]
            self._save(names)


def _typed(people: Sequence[Address]) -> str:
    return ", ".join(as_typed(each) for each in people)


def _addresses(text: str) -> tuple[Address, ...]:
    found = given_addresses(text) if text.strip() else ()
    return tuple(each for each in found if valid_address(each.email))
