"""Envelope of a draft: sender, recipients, subject.

Cc and Bcc that are empty stand behind a button. Recipients who do not fit stand behind their
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop_app.model.account import Identity
from desktop_app.model.address import Address, addressed, unique
from desktop_app.model.draft import Badge, DraftContent
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.review.recipients.recipient_field import RecipientField
from desktop_app.ui.review.sheet.sheet_row import SheetRow
from desktop_app.ui.review.sheet.subject_entry import SubjectEntry
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.elided_button import ElidedButton
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.onward_entry import OnwardEntry
from desktop_app.ui.widgets.parts import column, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role


class EnvelopeForm(QWidget):
    """The fields `to`, `cc` and `bcc`, with From and Subject. `edited` by the person; `seen`
    when more recipients have come onto the screen; `reply_all_wanted(bool)` when the other way is
    pressed, `sender_wanted(str)` when an address of another account is chosen."""

    edited = Signal()
    seen = Signal()
    reply_all_wanted = Signal(bool)
    sender_wanted = Signal(str)

    def __init__(self, theme: Theme, fields: dict[str, RecipientField]) -> None:
        super().__init__()
        self._theme = theme
        self._identities: tuple[Identity, ...] = ()
        self._elsewhere: tuple[Identity, ...] = ()
        self._place = 0
        self._draft_id = ""
        self._named: frozenset[str] = frozenset()
        self._unfolded = self._short = self._folded = self._dragging = False
        self.from_ = Choice()
        self.from_.setAccessibleName("From")
        set_role(self.from_, "bare")
        self.from_.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.from_.activated.connect(self._on_from)
        self.fields = fields
        self.subject = SubjectEntry(theme)
        set_role(self.subject, "bare")
        self.subject.textChanged.connect(lambda _: self.edited.emit())
        for field in self.fields.values():
            field.edited.connect(self.edited)
            field.seen.connect(self.seen)
        entries = [*(field.entry for field in self.fields.values()), self.subject]
        for place, entry in enumerate(entries[:-1], start=1):
            entry.onward = partial(_first_in_sight, entries[place:])
        self._mode = ReplyMode(theme)
        self._mode.chosen.connect(self.reply_all_wanted)
        self.summary = ElidedButton("Show sender and recipients: ")
        set_role(self.summary, "link")
        self.summary.clicked.connect(self._open_again)
        self.unfold = QToolButton()
        set_role(self.unfold, "switch")
        self.unfold.clicked.connect(self._unfold)
        self._lay_out()
        self._fold()

    @property
    def draft_id(self) -> str:
        """The draft that is shown; empty before there is one."""
        return self._draft_id

    @property
    def to(self) -> RecipientField:
        return self.fields["to"]

    def people(self) -> tuple[Address, ...]:
        """Whom the mail goes to, as it is shown."""
        return tuple(one for field in self.fields.values() for one in field.addresses())

    @property
    def whole(self) -> bool:
        """Whether every recipient has been on the screen."""
        return all(field.whole for field in self.fields.values())

    @property
    def settled(self) -> bool:
        """Whether it is known which recipients are on the screen now."""
        return all(field.settled for field in self.fields.values())

    def show_review(self, review: Review) -> None:
        """Show what is stored; what is there already is not touched."""
        content = review.draft.content
        if review.draft.id != self._draft_id:
            self._begin(review.draft.id)
        self._show_from(review.identities, review.elsewhere, content)
        self._named = frozenset(r.address.key for r in review.recipients if r.named)
        badges: dict[str, dict[str, tuple[Badge, ...]]] = {}
        for recipient in review.recipients:
            badges.setdefault(recipient.field, {})[recipient.address.key] = recipient.badges
        whence = {r.address.key: r.whence for r in review.recipients if r.whence}
        for name, addresses in (("to", content.to), ("cc", content.cc), ("bcc", content.bcc)):
            self.fields[name].show_addresses(addresses, badges.get(name, {}), whence)
        self._set_subject(content.subject)
        self._mode.show_mode(
            there=bool(review.draft.reply_to_id and content.in_reply_to),
            reply_all=review.draft.reply_all,
        )
        self._fold()
        self._share_lines()

    def _begin(self, draft_id: str) -> None:
        """Another draft is shown."""
        self._draft_id, self._unfolded, self._folded = draft_id, False, False
        for field in self.fields.values():
            field.forget_seen()

    def show_blank(self) -> None:
        """Nobody and nothing yet."""
        self._begin("")
        self._identities = self._elsewhere = ()
        self.from_.clear()
        for field in self.fields.values():
            field.show_addresses((), {})
        self._set_subject("")
        self._mode.show_mode(there=False, reply_all=False)
        self._fold()

    def show_content(self, content: DraftContent) -> None:
        """Put another version's envelope in, as the person's own change."""
        for name, addresses in (("to", content.to), ("cc", content.cc), ("bcc", content.bcc)):
            self.fields[name].show_addresses(addresses, {})
        self._set_subject(content.subject)
        self._fold()
        self.edited.emit()

    def content(self, base: DraftContent) -> DraftContent:
        """`base` with what the envelope shows. Another From brings its own signature; the same one
        keeps what the draft has."""
        identity = self._chosen()
        if identity is not None and identity.address != base.from_:
            base = base.signed_by(identity)
        return replace(
            base,
            from_=identity.address if identity else base.from_,
            to=self.fields["to"].addresses(),
            cc=self.fields["cc"].addresses(),
            bcc=self.fields["bcc"].addresses(),
            subject=self.subject.text(),
        )

    def add_people(
        self, to: Sequence[Address], cc: Sequence[Address], bcc: Sequence[Address]
    ) -> int:
        """Further recipients, nobody twice, as chips that have not been seen yet; how many."""
        there = {a.key for field in self.fields.values() for a in field.addresses()}
        added = 0
        for name, people in (("to", to), ("cc", cc), ("bcc", bcc)):
            new = unique(a for a in people if a.key not in there)
            there |= {a.key for a in new}
            added += len(new)
            if new:
                self.fields[name].add(new)
        self._fold()
        return added

    def move_to_bcc(self) -> None:
        """Everyone in To and Cc to Bcc, so that nobody sees the others."""
        everyone = unique(a for name in ("bcc", "to", "cc") for a in self.fields[name].addresses())
        for name, addresses in (("to", ()), ("cc", ()), ("bcc", everyone)):
            self.fields[name].show_addresses(addresses, {})
        self._fold()
        self.edited.emit()

    def remove_address(self, shown: str) -> bool:
        """Take someone off every field, by what is shown of them."""
        gone = [field.remove_address(shown) for field in self.fields.values()]
        return any(gone)

    def show_everyone(self) -> None:
        """Unfold every field in which someone is behind a number and has not been on the
        screen."""
        self.fold_up(False)
        for field in self.fields.values():
            if not field.whole and not field.more.isHidden():
                field.unfold()

    def look_soon(self) -> None:
        """The recipients may have come into view."""
        for field in self.fields.values():
            field.look_soon()

    def commit(self) -> None:
        """What is still being typed becomes chips."""
        for field in self.fields.values():
            field.commit()

    def set_read_only(self, read_only: bool) -> None:
        self.from_.setEnabled(not read_only)
        for field in self.fields.values():
            field.set_read_only(read_only)
        self.subject.setReadOnly(read_only)
        self._mode.setEnabled(not read_only)
        self._fold()

    def set_short(self, short: bool) -> None:
        """Do with less height, or take what is usual again."""
        self._short = short
        self.fold_up(self._folded and short)
        for line in self._rows.values():
            line.set_short(short)
        for field in self.fields.values():
            field.set_short(short)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_lines()

    def _share_lines(self) -> None:
        """From and the choice between Reply and Reply all share a line where there is room for
        both: From must be readable before Send."""
        way, px = QBoxLayout.Direction, self._theme.px
        mode = 0 if self._mode.isHidden() else self._mode.sizeHint().width() + px(8)
        narrow = self._first.geometry().width() - mode < self.from_.sizeHint().width()
        self._first.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def _fold(self) -> None:
        """Hide the Cc and the Bcc in which nobody is; or all of them and From behind one line."""
        if not self.whole:
            self._folded = False
        hidden = []
        for name in ("cc", "bcc"):
            shown = self._unfolded or self._dragging or bool(self.fields[name].addresses())
            self._rows[name].setVisible(shown and not self._folded)
            if not shown:
                hidden.append(name.capitalize())
        for name in ("from", "to"):
            self._rows[name].setVisible(not self._folded)
        self.unfold.setText(", ".join(hidden))
        self.unfold.setAccessibleName(f"Add {' or '.join(hidden)}")
        self.unfold.setVisible(bool(hidden) and self.from_.isEnabled() and not self._folded)
        self.summary.setVisible(self._folded)
        if self._folded:
            self.summary.set_words(self._words())
        self._mode.setVisible(self._mode.there and not self._folded)

    def fold_up(self, folded: bool = True) -> None:
        """Sender and recipients as one line, where the window is low and everyone was seen."""
        folded = folded and self._short and self.whole
        if folded != self._folded:
            self._folded = folded
            self._fold()

    def _open_again(self) -> None:
        self.fold_up(False)
        press(self.to.entry)

    def _words(self) -> str:
        """What the one line says: whom the mail reaches, the fields in which there is someone."""
        to, cc, bcc = (self.fields[name].addresses() for name in ("to", "cc", "bcc"))
        return f"{clean(addressed(to, cc, bcc, most=1, named=self._named))} ▸"

    def _unfold(self) -> None:
        empty = next(n for n in ("cc", "bcc") if not self.fields[n].addresses())
        self._unfolded = True
        self._fold()
        press(self.fields[empty].entry)

    def show_all_fields(self, shown: bool) -> None:
        """Show To, Cc and Bcc while somebody is dragged; then those in which there is somebody."""
        self._dragging = shown
        self._fold()

    def show_field(self, name: str) -> None:
        """A field into which somebody was moved comes into sight."""
        self._fold()
        self.fields[name].look_soon()

    def _lay_out(self) -> None:
        px = self._theme.px
        self._first = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._first.setSpacing(px(8))
        self._first.addWidget(self.from_, 1)
        self._first.addWidget(self._mode, 0, Qt.AlignmentFlag.AlignLeft)
        top = Qt.AlignmentFlag.AlignTop
        reached = row(self.fields["to"], gap=px(8), fill=self.fields["to"])
        reached.addWidget(self.unfold, 0, top)
        copies = {name.capitalize(): row(self.fields[name]) for name in ("cc", "bcc")}
        rows = {"From": self._first, "To": reached, **copies, "Subject": row(self.subject)}
        self._rows = {
            name.lower(): SheetRow(self._theme, name, entry, rows[name])
            for name, entry in self._entries()
        }
        column(self.summary, *self._rows.values(), owner=self)
        self.summary.hide()

    def _entries(self) -> tuple[tuple[str, QWidget], ...]:
        to, cc, bcc = (self.fields[name].entry for name in ("to", "cc", "bcc"))
        fields = (("To", to), ("Cc", cc), ("Bcc", bcc))
        return (("From", self.from_), *fields, ("Subject", self.subject))

    def _show_from(
        self,
        identities: tuple[Identity, ...],
        elsewhere: tuple[Identity, ...],
        content: DraftContent,
    ) -> None:
        known = {identity.address for identity in identities}
        if content.from_ not in known:
            identities = (*identities, Identity(content.from_, content.signature))
        if (identities, elsewhere) != (self._identities, self._elsewhere):
            self._identities, self._elsewhere = identities, elsewhere
            self.from_.clear()
            everyone = (*identities, *elsewhere)
            self.from_.addItems([clean(str(identity.address)) for identity in everyone])
        self._place = [identity.address for identity in identities].index(content.from_)
        self.from_.setCurrentIndex(self._place)

    def _on_from(self, place: int) -> None:
        """An identity of another account needs another draft: the choice is shown once that is
        there."""
        further = place - len(self._identities)
        if further >= 0:
            self.from_.setCurrentIndex(self._place)
            self.sender_wanted.emit(self._elsewhere[further].address.email)
        else:
            self._place = place
            self.edited.emit()

    def _chosen(self) -> Identity | None:
        place = self.from_.currentIndex()
        return self._identities[place] if 0 <= place < len(self._identities) else None

    def _set_subject(self, subject: str) -> None:
        if self.subject.text() != subject:
            blocked = self.subject.blockSignals(True)
            self.subject.setText(subject)
            self.subject.setCursorPosition(0)
            self.subject.blockSignals(blocked)


def _first_in_sight(widgets: list[OnwardEntry]) -> OnwardEntry | None:
    return next((widget for widget in widgets if widget.isVisible()), None)


class ReplyMode(QWidget):
    """Reply or Reply all, as two buttons of which one is down."""

    chosen = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.there = False
        layout = row(owner=self, gap=theme.px(4))
        self._group = QButtonGroup(self)
        self._buttons: dict[bool, QToolButton] = {}
        for reply_all, text in ((False, "Reply"), (True, "Reply all")):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            set_role(button, "switch")
            button.toggled.connect(partial(self._on_toggled, reply_all))
            self._group.addButton(button)
            self._buttons[reply_all] = button
            layout.addWidget(button)

    def _on_toggled(self, reply_all: bool, on: bool) -> None:
        if on:
            self.chosen.emit(reply_all)

    def show_mode(self, *, there: bool, reply_all: bool) -> None:
        self.there = there
        self.setVisible(there)
        blocked = self._buttons[reply_all].blockSignals(True)
        self._buttons[reply_all].setChecked(True)
        self._buttons[reply_all].blockSignals(blocked)
