"""Card of an invitation: when in the person's own zone, where, with whom, and what else is then.

The answers are drafts: the person reviews and sends them. What the card says is ours, apart from
title, place and names, which are the sender's.
"""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.mail.calendar.calendar_file import is_calendar
from desktop_app.model.invitation import Answer, Invitation, Method, when
from desktop_app.model.message import Message
from desktop_app.tools.person import invitations
from desktop_app.tools.person.invitations import InvitationCard, Overlap
from desktop_app.ui.bench.late_opening import draft_opening
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import forms, number
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

ANSWERS = (("Accept", Answer.ACCEPTED), ("Maybe", Answer.TENTATIVE), ("Decline", Answer.DECLINED))
SHOWN_PEOPLE = 8
_SAID = {
    "ACCEPTED": "accepts",
    "TENTATIVE": "may come",
    "DECLINED": "declines",
    "DELEGATED": "sends somebody else",
}
_YOU_SAID = {"ACCEPTED": "accepted", "TENTATIVE": "answered with maybe", "DECLINED": "declined"}


def has_invitation(message: Message) -> bool:
    """Whether a mail may have an invitation, by its parts."""
    return any(is_calendar(a.content_type, a.filename) for a in message.attachments)


class InvitationStrip(QFrame):
    """Card above the text of a mail; hidden until the invitation has been read by a job."""

    def __init__(self, bench: Workbench, message: Message) -> None:
        super().__init__()
        self._bench, self._message = bench, message
        set_role(self, "card")
        px = bench.theme.px
        self.title = plain(role="strong", wrap=True, select=True)
        self.lines = plain(wrap=True, select=True)
        self.overlaps = plain(role="second", wrap=True, select=True)
        self.buttons: dict[str, QPushButton] = {}
        parts: list[QWidget] = []
        for words, answer in ANSWERS:
            parts.append(self._button(words, lambda answer=answer: self._answer(answer)))
        parts.append(self._button("Check your calendar", self._check))
        self.row = flow(*parts, gap=px(8))
        column(
            *(self.title, self.lines, self.overlaps, self.row),
            owner=self,
            gap=px(4),
            margins=px(12),
        )
        self.hide()
        bench.calls.ask(
            invitations.SHOW_INVITATION,
            invitations.ReadInvitation(message_id=message.id),
            done=self.show_card,
            failed=lambda _: None,  # the attachment is there all the same
            owner=self,
        )

    def _button(self, words: str, work: object) -> QPushButton:
        button = QPushButton(words)
        if callable(work):
            button.clicked.connect(lambda *_: work())
        self.buttons[words] = button
        return button

    def show_card(self, card: InvitationCard) -> None:
        invitation = card.invitation
        title = clean(invitation.title) or "(no title)"
        self.title.setText(f"{_kind(invitation)}: {title}")
        self.lines.setText("\n".join(_lines(card)))
        self._show_overlaps(card.overlaps, "")
        for words, _ in ANSWERS:
            self.buttons[words].setVisible(invitation.can_be_answered)
            self.buttons[words].setAccessibleName(f"{words} {title}")
            self.buttons[words].setAccessibleDescription("Makes a draft that you review and send.")
        timed = invitation.span is not None and not invitation.cancelled
        self.buttons["Check your calendar"].setVisible(bool(card.calendar) and timed)
        self.row.setVisible(any(not b.isHidden() for b in self.buttons.values()))
        self.setAccessibleName(f"{self.title.text()}. {self.lines.text()}")
        self.show()

    def _show_overlaps(self, overlaps: tuple[Overlap, ...], none: str) -> None:
        here = forms()
        words = "\n".join(
            f"At the same time: {clean(o.title) or '(no title)'},"
            f" {when(o.start, o.end, forms=here)}"
            for o in overlaps
        )
        self.overlaps.setText(words or none)
        self.overlaps.setVisible(bool(words or none))

    def _answer(self, answer: Answer) -> None:
        opened = draft_opening(self._bench)
        params = invitations.AnswerInvitation(message_id=self._message.id, answer=answer.value)
        self._bench.calls.ask(
            invitations.ANSWER_INVITATION,
            params,
            done=lambda draft: opened(draft.id),
            key="answer invitation",
        )

    def _check(self) -> None:
        def done(overlaps: tuple[Overlap, ...]) -> None:
            self._show_overlaps(overlaps, "Your calendar has nothing at that time.")
            announce(self, self.overlaps.text())

        self._bench.calls.ask(
            invitations.CHECK_CALENDAR,
            invitations.ReadInvitation(message_id=self._message.id),
            done=done,
            key="check calendar",
            owner=self,
        )


def _kind(invitation: Invitation) -> str:
    if invitation.cancelled:
        return "Cancelled"
    if invitation.method is Method.REPLY:
        return "Answer to an invitation"
    if invitation.method is Method.COUNTER:
        return "Another time is proposed"
    if invitation.method is Method.PUBLISH:
        return "Event"
    return "Changed invitation" if invitation.sequence else "Invitation"


def _lines(card: InvitationCard) -> list[str]:
    """What the card says, a line each."""
    invitation = card.invitation
    lines = [when(invitation.start, invitation.end, clean(invitation.unknown_zone), forms())]
    if invitation.recurrence:
        lines.append(f"{invitation.recurrence[:-1]}; the time is that of the first day.")
    if invitation.occurrence:
        lines.append("This is about one day of a series.")
    if invitation.place:
        lines.append(f"Where: {clean(invitation.place)}")
    if invitation.organiser.email:
        lines.append(f"From: {clean(str(invitation.organiser))}")
    lines += _people(invitation)
    if invitation.events > 1:
        lines.append(f"The file has {invitation.events} events; this is the first.")
    if card.newer:
        lines.append("A later mail changes or cancels this.")
    if card.answered in _YOU_SAID:
        lines.append(f"You {_YOU_SAID[card.answered]}.")
    if invitation.method is Method.REQUEST and not invitation.can_be_answered:
        lines.append("It can't be answered from here: it does not say what or whom.")
    return lines


def _people(invitation: Invitation) -> list[str]:
    shown = invitation.people[:SHOWN_PEOPLE]
    if invitation.method is Method.REPLY:
        return [
            f"{clean(person.address.label)} {_SAID.get(person.response, 'answers')}."
            for person in shown
        ]
    if not shown:
        return []
    names = ", ".join(clean(person.address.label) or "somebody" for person in shown)
    more = invitation.people_count - len(shown)
    return [f"With: {names}" + (f" and {number(more)} more" if more else "")]
