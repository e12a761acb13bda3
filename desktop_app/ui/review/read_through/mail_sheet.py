"""One mail as its recipients will get it, only read: who, what, checks, words, files, and its tick.

It shows one state of a draft. Where that changes, another sheet stands in its place.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QPushButton, QWidget

from desktop_app.model.draft import Badge, DraftContent
from desktop_app.ui.review.draft.draft_status import status_of
from desktop_app.ui.review.read_through import sentences
from desktop_app.ui.review.read_through.readable import ReadMail
from desktop_app.ui.review.read_through.seen_spans import SeenSpans
from desktop_app.ui.review.read_through.shown_words import stored_in, words_of
from desktop_app.ui.review.readiness import Facts, Readiness, Step, judge
from desktop_app.ui.review.sheet.appended_text import AppendedText
from desktop_app.ui.review.sheet.checks import Checks
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.parts import STRETCH, column, flow, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

if TYPE_CHECKING:
    from desktop_app.tools.drafting.draft_checks import Recipient

_FIELDS = (("to", "To"), ("cc", "Cc"), ("bcc", "Bcc"))
_LOUD = frozenset({Badge.NEW, Badge.ONLY_IN_TEXT, Badge.REPLY_TO_DIFFERS})


class MailSheet(QFrame):
    """Sheet with the signals `ticked`, when its tick or what it says of itself has changed,
    `came`, when it has the focus, `edit_wanted` and `ignore_wanted`."""

    ticked = Signal()
    came = Signal()
    edit_wanted = Signal()
    ignore_wanted = Signal()

    def __init__(
        self, theme: Theme, mail: ReadMail, now: float, *, seen: bool = False, note: str = ""
    ) -> None:
        """`now` in seconds since the epoch; `seen`: this very state was read before; `note` says
        why it stands here again."""
        super().__init__()
        self._theme, self.mail, self.note = theme, mail, note
        self.seen = SeenSpans(whole=seen)
        self.wide = self.elsewhere = self.leaving = False
        set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.keep(self, lambda: self.setMaximumWidth(theme.px(Size.PAGE)))
        self._status = status_of(mail.review, now)
        self.checks = Checks(theme)
        self.words = None if mail.apart else words_of(theme, mail)
        self.tick = QCheckBox("Send this mail")
        self.tick.toggled.connect(lambda _: self._say())
        self.reason = plain(role="second", wrap=True)
        self.edit, self.ignore = QPushButton("Edit"), QPushButton(self._aside)
        for button, wanted in ((self.edit, self.edit_wanted), (self.ignore, self.ignore_wanted)):
            set_role(button, "link")
            button.setAutoDefault(False)
            button.setAccessibleName(f"{button.text()}: {sentences.name_of(mail)}")
            button.clicked.connect(wanted)
        self._lay_out()
        self.checks.changed.connect(self.refresh)
        self.checks.fixed.connect(lambda _: self.edit_wanted.emit())
        if not mail.apart:
            self.checks.show_checks(mail.checks, of=f"{mail.draft_id} {mail.review.digest}")
        for button in self.checks.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.refresh()

    @property
    def _aside(self) -> str:
        return "Ignore" if self.mail.review.draft.proposed else "Delete"

    def content(self) -> DraftContent:
        """All that would be sent, as the widgets show it."""
        content = self.mail.content
        if self.words is None:
            return content
        shown = stored_in(self.words, self.mail)
        return replace(content, body=shown)

    def facts(self, *, closed: bool = False, sending: bool = False) -> Facts:
        """What is known of it now, for the one judge of the review."""
        apart = bool(self.mail.apart) or self.wide or self.elsewhere
        return Facts(
            editable=self.mail.editable and not apart,
            can_send=self.mail.review.can_send,
            words_seen=self.seen.whole,
            everyone_seen=self.seen.whole,
            blocking=self.checks.blocking,
            unconfirmed=self.checks.unconfirmed,
            closed=closed,
            sending=sending,
        )

    @property
    def tickable(self) -> bool:
        """Whether it could leave as it is shown: read whole, nothing in its way, nothing open."""
        return not self.leaving and judge(self.facts()).step is Step.SEND

    def refresh(self) -> None:
        """Bring the tick and the reason up to date. What can't leave any more is not ticked."""
        able = self.tickable
        if not able and self.tick.isChecked():
            self.tick.setChecked(False)
        self.tick.setEnabled(able)
        self._say()

    def be_sent(self, *, leaving: bool) -> None:
        """A press is being answered for it, or was answered: it stays, and has no tick."""
        self.leaving, self.note = leaving, ""
        self.refresh()

    def say(self, note: str) -> None:
        """Why it stayed here."""
        self.note = note
        self._say()

    def choose(self) -> bool:
        """Tick it, or take the tick away; whether that was possible."""
        if self.tickable:
            self.tick.toggle()
        return self.tickable

    def next_check(self) -> bool:
        """Go to its next check; whether it has one."""
        return self.checks.focus_next() is not None

    def open_check(self) -> bool:
        """Go to the first check that keeps it here; whether there is one."""
        return self.checks.focus_open() is not None

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.came.emit()

    def be_current(self, current: bool) -> None:
        """Whether it is the one that keys are about."""
        set_role(self, "card-current" if current else "card")

    def _say(self) -> None:
        ready = judge(self.facts())
        said = [self.note] if self.note else []
        if (why := self._why(ready)) and why not in said:
            said.append(why)
        self.reason.setText(" ".join(said))
        ticked = "Ticked" if self.tick.isChecked() else "Not ticked"
        parts = (sentences.name_of(self.mail), self._status.text, ticked, self.reason.text())
        self.setAccessibleName(" ".join(f"{part.rstrip('.')}." for part in parts if part))
        self.tick.setAccessibleName(f"Send this mail: {sentences.name_of(self.mail)}")
        self.tick.setAccessibleDescription(self.reason.text())
        self.ticked.emit()

    def _why(self, ready: Readiness) -> str:
        """Why it can't be ticked; empty where it can."""
        mail = self.mail
        if self.leaving:
            return sentences.LEAVING
        if self.elsewhere:
            return sentences.IN_A_WINDOW
        if mail.apart or self.wide:
            return f"{mail.apart or sentences.TOO_WIDE} Press Edit to read and send it."
        if not mail.review.can_send:
            return mail.review.delivery_note or "Its account can't send."
        return sentences.reason(ready.reason)

    def _lay_out(self) -> None:
        mail, px = self.mail, self._theme.px
        made = "made" if mail.review.draft.proposed else "second"
        parts: list[QWidget] = [
            plain(sentences.subject_of(mail), "subject", wrap=True, select=True),
            plain(self._status.text, made, wrap=True),
            *self._envelope(),
        ]
        if mail.review.stale:
            text = "New mail came in this conversation after this was written."
            parts.append(plain(text, "chip-warning"))
        if mail.review.delivery_note:
            parts.append(plain(mail.review.delivery_note, "second", wrap=True))
        parts.append(self.checks)
        if self.words is not None:
            self.appended = AppendedText(self._theme, only_read=True)
            self.appended.show_parts(mail.content)
            for button in self.appended.findChildren(QPushButton):
                button.setAutoDefault(False)
            parts += [self.words, self.appended, *self._files()]
        if sources := sentences.read_for(mail.review.draft.sources):
            parts.append(plain(sources, "caption", wrap=True))
        foot = row(self.tick, self.reason, self.edit, self.ignore, gap=px(12), fill=self.reason)
        layout = column(*parts, owner=self, gap=px(8), margins=px(16))
        layout.addLayout(foot)

    def _envelope(self) -> list[QWidget]:
        """A line for the sender and for each field that has somebody; where it is read apart, whom
        it goes to in short."""
        mail = self.mail
        if mail.apart:
            return [plain(sentences.name_of(mail), "second", wrap=True)]
        lines = [self._field("From", [plain(clean(str(mail.content.from_)), select=True)])]
        for name, title in _FIELDS:
            people = [r for r in mail.review.recipients if r.field == name]
            if people:
                lines.append(self._field(title, [self._person(each) for each in people]))
            lines += self._whence(people)
        return lines

    def _field(self, title: str, parts: list[QWidget]) -> QWidget:
        line, px = QWidget(), self._theme.px
        label = plain(title, "second")
        label.setFixedWidth(px(48))
        people = flow(*parts, gap=px(4))
        layout = row(label, people, owner=line, gap=px(8), fill=people)
        layout.setAlignment(label, Qt.AlignmentFlag.AlignTop)
        return line

    def _person(self, recipient: Recipient) -> QWidget:
        """Name and address whole, and what is known of them in words."""
        address = recipient.address
        said = [badge.value for badge in recipient.badges]
        loud = bool(_LOUD & set(recipient.badges))
        chip = self._chip(clean(str(address)), ", ".join(said), loud=loud)
        chip.setAccessibleName(", ".join([clean(str(address)), *said]))
        return chip

    def _whence(self, people: list[Recipient]) -> list[QWidget]:
        """Where the addresses of strangers come from, a line for each answer."""
        told: dict[str, list[str]] = {}
        for each in people:
            if each.whence:
                told.setdefault(clean(each.whence), []).append(clean(each.address.email))
        labels = [
            plain(f"{', '.join(who)}: {whence}", "caption", wrap=True)
            for whence, who in told.items()
        ]
        for label in labels:
            label.setIndent(self._theme.px(56))
        return [*labels]

    def _files(self) -> list[QWidget]:
        found = self.mail.content.attachments
        if not found:
            return []
        cards = []
        for file in found:
            name, size = clean(Path(file.filename).name) or "unnamed file", file_size(file.size)
            card = self._chip(name, size)
            card.setAccessibleName(f"Attached: {name}, {size}")
            cards.append(card)
        return [flow(*cards, gap=self._theme.px(4))]

    def _chip(self, words: str, told: str, *, loud: bool = False) -> QFrame:
        chip, px = QFrame(), self._theme.px
        set_role(chip, "recipient")
        parts = [plain(words, select=True)]
        if told:
            parts.append(plain(told, "chip-warning" if loud else "caption"))
        row(*parts, STRETCH, owner=chip, gap=px(8), margins=(px(8), px(2), px(8), px(2)))
        return chip
