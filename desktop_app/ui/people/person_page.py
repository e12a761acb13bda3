"""One person: names, addresses, groups, language, note, and what was merged.

What is typed is kept a moment after the last key, and when another person comes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.mail.drafts.given import as_typed
from desktop_app.model.address import Address
from desktop_app.model.contact import (
    LANGUAGES,
    LONGEST_NAME,
    Contact,
    PersonRef,
    PersonRow,
)
from desktop_app.model.errors import KnownError
from desktop_app.tools.person import people
from desktop_app.ui.bench.navigation import Prefill
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.people.acts import PeopleActs
from desktop_app.ui.people.person_words import NO_ADDRESS, counts_words, heading
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.focus import holds, press
from desktop_app.ui.widgets.parts import STRETCH, clear, column, flow, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role

KEEP_MS = 500
NOTE_LINES = 6


class PersonPage(ScrollColumn):
    """`back_wanted` when the person goes back to the list; `export_wanted(PersonRow)`."""

    back_wanted = Signal()
    export_wanted = Signal(object)

    def __init__(self, bench: Workbench, acts: PeopleActs) -> None:
        super().__init__()
        self._bench, self._acts = bench, acts
        self._row: PersonRow | None = None
        self._contact: Contact | None = None
        self._groups: tuple[str, ...] = ()
        self._being_kept = 0
        self._keep_soon = QTimer(self, singleShot=True, interval=KEEP_MS)
        self._keep_soon.timeout.connect(self.keep)
        page, px = QWidget(), bench.theme.px
        set_role(page, "region")
        self.setWidget(page)
        self._page = page
        self.back = QToolButton()
        self.back.setText("People")
        self.back.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        bench.theme.put_icon(self.back, "back", "second")
        self.back.setAccessibleName("Back to the list of people")
        set_role(self.back, "flat")
        self.back.clicked.connect(lambda *_: self.back_wanted.emit())
        self.setFocusProxy(self.back)  # a stack gives the page the focus, where a part had it
        self.more = QToolButton()
        self.more.setText("More")
        set_role(self.more, "flat")
        self.more.clicked.connect(lambda *_: self._open_menu())
        self.title = plain(role="subject", wrap=True, select=True)
        self.called = plain(role="second", wrap=True)
        self.counts = plain(role="second", wrap=True)
        self.write = self._button("Write", lambda row: acts.write((row,)))
        self.search = self._button("Search their mail", acts.search)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.note = QPlainTextEdit()
        self.note.setTabChangesFocus(True)
        self.language = Choice()
        for tag, title in LANGUAGES.items():
            self.language.addItem(title, tag)
        self.new_address = QLineEdit()
        self.new_address.setPlaceholderText("Another address of theirs")
        self.problem = plain(role="error", wrap=True)
        self._addresses, self._group_rows, self._parts = (column(gap=px(4)) for _ in range(3))
        layout = column(
            row(self.back, STRETCH, self.more, gap=px(8)),
            self.title,
            self.called,
            self.counts,
            flow(self.write, self.search, gap=px(8)),
            owner=page,
            gap=px(12),
            margins=(px(12), px(8), px(12), px(16)),
        )
        self._lay_out(layout)
        layout.addStretch(1)
        # A screen reader that writes changes the text, and edits nothing.
        self.name.textChanged.connect(lambda _: self._keep_soon.start())
        self.note.textChanged.connect(self._keep_soon.start)
        self.language.activated.connect(lambda _: self.keep())
        self.new_address.returnPressed.connect(self._add_address)
        for entry in (self.name, self.note, self.new_address):
            entry.installEventFilter(self)

    def _lay_out(self, layout: QVBoxLayout) -> None:
        px = self._bench.theme.px
        self.note.setFixedHeight(self.note.fontMetrics().lineSpacing() * NOTE_LINES + px(16))
        said = "It stands in mail you write to them: they see it. Empty: the name in their mail."
        for words, widget, caption in (
            ("The name you give them", self.name, said),
            ("Note, for you alone", self.note, ""),
            ("Language you write in", self.language, ""),
        ):
            label = plain(words, "strong")
            label.setBuddy(widget)
            widget.setAccessibleName(words)
            box = column(label, widget, gap=px(4))
            if caption:
                box.addWidget(plain(caption, "caption", wrap=True))
                widget.setAccessibleDescription(caption)
            layout.addLayout(box)
            if widget is self.name:
                self.new_address.setAccessibleName("Another address of theirs")
                heads = (plain("Addresses", "strong"), self._addresses, self.new_address)
                layout.addLayout(column(*heads, self.problem, gap=px(4)))
                layout.addLayout(column(plain("Groups", "strong"), self._group_rows, gap=px(4)))
        layout.addLayout(self._parts)

    def _button(self, words: str, work: Callable[[PersonRow], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda *_: self._about(work))
        return button

    def _about(self, work: Callable[[PersonRow], object]) -> None:
        """Do something about whoever is shown."""
        if self._row is not None:
            work(self._row)

    @property
    def ref(self) -> PersonRef | None:
        """Who is shown."""
        return self._row.ref if self._row is not None else None

    def show_person(self, row: PersonRow, contact: Contact | None, groups: tuple[str, ...]) -> None:
        """Show somebody. While they are the same, what is being typed stays."""
        same = self._row is not None and self._row.ref == row.ref
        self._row, self._contact, self._groups = row, contact, groups
        now = self._bench.services.clock()
        self.title.setText(heading(row))
        theirs = ", ".join(clean(name) for name in row.called)
        self.called.setText(f"They call themselves {theirs}." if theirs else "")
        self.called.setVisible(bool(theirs))
        self.counts.setText(counts_words(row, now))
        self.write.setEnabled(bool(row.addresses))
        self.search.setEnabled(bool(row.addresses))
        self._fill(contact, same=same)
        self._show_addresses(row)
        self._show_groups(row)
        self._show_parts(contact)
        self.problem.setVisible(bool(self.problem.text()) and same)
        if not same:
            self._being_kept = 0
            self.new_address.clear()
            self.verticalScrollBar().setValue(0)
        follow_layout(self._page)

    def _fill(self, contact: Contact | None, *, same: bool) -> None:
        """The fields say what is kept, but for one that is being written in. What was read
        before the last words were kept does not know them."""
        name, note = (contact.name, contact.note) if contact else ("", "")
        waits = self._keep_soon.isActive() or self._being_kept > 0
        if not (same and (holds(self.name) or waits)) and self.name.text() != name:
            blocked = self.name.blockSignals(True)
            self.name.setText(name)
            self.name.blockSignals(blocked)
        if not (same and (holds(self.note) or waits)) and self.note.toPlainText() != note:
            blocked = self.note.blockSignals(True)
            self.note.setPlainText(note)
            self.note.blockSignals(blocked)
        self.language.setCurrentIndex(self.language.findData(contact.language if contact else ""))

    def keep(self) -> None:
        """Keep what is typed now."""
        self._keep_soon.stop()
        if self._row is None:
            return
        kept = self._contact or Contact(0)
        name, note = self.name.text().strip(), self.note.toPlainText().strip()
        language = str(self.language.currentData() or "")
        if (name, note, language) == (kept.name, kept.note, kept.language):
            return
        params = people.NotePerson(
            ref=self._row.ref,
            name=name if name != kept.name else None,
            note=note if note != kept.note else None,
            language=language if language != kept.language else None,
        )
        ref = self._row.ref
        self._being_kept += 1

        def done(noted: people.Noted) -> None:
            self._end_keeping()
            self._noted(ref, noted)

        def failed(error: KnownError) -> None:
            self._end_keeping()
            self._failed(error)

        self._bench.calls.ask(
            people.NOTE_PERSON, params, done=done, failed=failed, owner=self, lasting=True
        )

    def _end_keeping(self) -> None:
        self._being_kept = max(
            0, self._being_kept - 1
        )  # of somebody shown before: none is waited for

    def _noted(self, before: PersonRef, noted: people.Noted) -> None:
        """Somebody known from mail alone is a contact from now on."""
        self.problem.hide()
        if self._row is not None and self._row.ref == before:
            self.read(noted.ref)

    def read(self, ref: PersonRef) -> None:
        """Read somebody and show them. Who is gone is left."""
        self._bench.calls.ask(
            people.SHOW_PERSON,
            people.ShowPerson(ref=ref),
            done=self._come,
            failed=lambda _: self.back_wanted.emit(),
            key="person",
            owner=self,
        )

    def _come(self, found: people.PersonShown) -> None:
        if self._row is not None and self._row.ref != found.row.ref:
            # The same person under the reference of the contact: nothing typed is lost.
            keys = {a.key for a in self._row.addresses}
            if keys & {a.key for a in found.row.addresses}:
                self._row = found.row
        self.show_person(found.row, found.contact, found.groups)

    def _failed(self, error: KnownError) -> None:
        self.problem.setText(f"{error.sentence} {error.next_step}".strip())
        self.problem.show()

    def _show_addresses(self, person: PersonRow) -> None:
        clear(self._addresses)
        px = self._bench.theme.px
        for place, address in enumerate(person.addresses):
            words = _line(clean(address.email))
            more = QToolButton()
            more.setText("⋯")
            set_role(more, "flat")
            more.setAccessibleName(f"What to do with {clean(address.email)}")
            more.clicked.connect(partial(self._address_menu, more, address, place))
            self._addresses.addWidget(_together(words, more, gap=px(8)))
        if not person.addresses:
            self._addresses.addWidget(plain(NO_ADDRESS, "second"))

    def _address_menu(self, button: QToolButton, address: Address, place: int) -> None:
        person = self._row
        if person is None:
            return
        menu = QMenu(button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        written = as_typed(Address(clean(person.name), address.email))
        menu.addAction("Copy address", lambda: self._copy(address.email))
        menu.addAction(
            "Write to it", lambda: self._bench.navigation.compose(Prefill(to=(written,)))
        )
        if place and self._contact is not None:
            menu.addAction("Groups write to it", lambda: self._change(address.email, "first"))
        if self._contact is not None and (len(person.addresses) > 1 or self._contact.name):
            menu.addAction("Take off this person", lambda: self._change(address.email, "remove"))
        pop_up(menu, button)

    def _copy(self, email: str) -> None:
        QGuiApplication.clipboard().setText(email)
        self._bench.navigation.toast(f"Copied {clean(email)}.")

    def _add_address(self) -> None:
        if self.new_address.text().strip():
            self._change(self.new_address.text().strip(), "add")

    def _change(self, email: str, change: str) -> None:
        person = self._row
        if person is None:
            return

        def done(noted: people.Noted) -> None:
            if change == "add":
                self.new_address.clear()
            self.problem.setText("")
            self._noted(person.ref, noted)

        params = people.ChangeAddress(ref=person.ref, email=email, change=change)  # type: ignore[arg-type]
        self._bench.calls.ask(
            people.CHANGE_ADDRESS, params, done=done, failed=self._failed, owner=self
        )

    def _show_groups(self, person: PersonRow) -> None:
        clear(self._group_rows)
        px = self._bench.theme.px
        for name in person.groups:
            words = _line(clean(name))
            off = QToolButton()
            set_role(off, "flat")
            self._bench.theme.put_icon(off, "close", "second")
            off.setAccessibleName(f"Take out of {clean(name)}")
            off.clicked.connect(partial(self._acts.fill, name, (person.ref,), out=True))
            self._group_rows.addWidget(_together(words, off, gap=px(8)))
        add = QPushButton("Add to a group…")
        add.clicked.connect(lambda *_: self._group_menu(add))
        self._group_rows.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)

    def _group_menu(self, button: QPushButton) -> None:
        person = self._row
        if person is None:
            return
        menu = QMenu(button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        refs = (person.ref,)
        for name in self._groups:
            if name not in person.groups:
                words = clean(name).replace("&", "&&")
                menu.addAction(words, partial(self._acts.fill, name, refs))
        menu.addAction("New group…", lambda: self._acts.ask_new_group(refs))
        pop_up(menu, button)

    def _show_parts(self, contact: Contact | None) -> None:
        """Who was merged into this person, each with the way back."""
        clear(self._parts)
        px = self._bench.theme.px
        parts = contact.parts if contact is not None else ()
        if parts:
            self._parts.addWidget(plain("Merged with", "strong"))
        for part in parts:
            who = part.name or ", ".join(a.email for a in part.addresses) or "somebody"
            words = _line(clean(who))
            button = QPushButton("Separate")
            button.setAccessibleName(f"Separate {clean(who)}")
            button.clicked.connect(partial(self._separate, part.id))
            self._parts.addWidget(_together(words, button, gap=px(8)))

    def _separate(self, contact: int) -> None:
        self._acts.separate((contact,))

    def _open_menu(self) -> None:
        menu = QMenu(self.more)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Save as vCard…", lambda: self.export_wanted.emit(self._row))
        menu.addSeparator()
        forget = menu.addAction(
            "Delete what is noted", lambda: self._about(lambda row: self._acts.forget((row,)))
        )
        forget.setEnabled(self._contact is not None)
        pop_up(menu, self.more)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is typed is kept when the field is left."""
        if event.type() == QEvent.Type.FocusOut and self._keep_soon.isActive():
            self.keep()
        return super().eventFilter(watched, event)

    def begin(self) -> None:
        """The person has opened this page: the focus is on its first button."""
        press(self.back)


def _line(words: str) -> ElidedLabel:
    label = ElidedLabel()
    label.set_words(words)
    return label


def _together(words: ElidedLabel, button: QWidget, gap: int) -> QWidget:
    """A line and its button, as one widget."""
    holder = QWidget()
    row(words, button, owner=holder, gap=gap, fill=words)
    return holder


def pop_up(menu: QMenu, button: QWidget) -> None:
    """Open a menu below its button. One that Qt opens itself is deaf to a screen reader's press."""
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
