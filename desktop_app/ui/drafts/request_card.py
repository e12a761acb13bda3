"""Card of one request: who asks, what would be done, to what; Allow or Refuse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QPushButton, QWidget

from desktop_app.tools.person.requests import Answer, RequestCard, RequestedDraft
from desktop_app.ui.drafts.requested_mails import RequestedMails, subject_of
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

TEXT_LINES = 6
LONGEST_LINE = 100


class RequestCardView(QFrame):
    """Card with the signals `answered(Answer)`, `mail_wanted(RequestedMail)` and
    `draft_wanted(draft id)`."""

    answered = Signal(object)
    mail_wanted = Signal(object)
    draft_wanted = Signal(str)

    def __init__(
        self, theme: Theme, card: RequestCard, now: float, *, one_of_many: bool = False
    ) -> None:
        """`one_of_many` stands under a heading that says who asks, and is folded to a line, which
        can be unfolded; not where something is deleted for good."""
        super().__init__()
        set_role(self, "made-card")
        self.card, self._theme = card, theme
        self.mails = RequestedMails(theme, card, now) if card.mails else None
        self.title = plain(role="strong", wrap=True)
        asks = plain(f"{who(card)} asks, {short_date(card.asked, now)}", "caption", wrap=True)
        self.allow, self.refuse = QPushButton(), QPushButton()
        if card.for_good:
            set_role(self.allow, "danger")
        self.allow.clicked.connect(lambda: self.answered.emit(self.answer(allow=True)))
        self.refuse.clicked.connect(lambda: self.answered.emit(self.answer(allow=False)))
        self.fold = QPushButton()
        set_role(self.fold, "link")
        self._inside = QWidget()
        self.fold.clicked.connect(lambda: self._unfold(self._inside.isHidden()))
        self._line = plain(shortened(_in_a_line(card), LONGEST_LINE), "caption", wrap=True)
        objects = self._objects()
        column(*objects, owner=self._inside, gap=theme.px(8))
        told = [plain(quoted(*each), "caption", wrap=True) for each in card.quotes]
        told += [plain(card.note, "caption", wrap=True)] if card.note else []
        head = (self.title, *told, self._line) if one_of_many else (self.title, asks, *told)
        buttons = flow(*self._buttons(), gap=theme.px(8))
        parts = (*head, self._inside, *self._trouble(), buttons)
        column(*parts, owner=self, gap=theme.px(4), margins=theme.px(8 if one_of_many else 12))
        folds = one_of_many and not card.for_good and bool(objects)
        self._unfold(not folds)
        self.fold.setVisible(folds)
        self._name()

    def _unfold(self, shown: bool) -> None:
        self._inside.setVisible(shown)
        self._line.setVisible(not shown)
        self.fold.setText("Fold" if shown else "Show")

    def answer(self, *, allow: bool) -> Answer:
        """The person's answer, with the mails they left out."""
        without = self.mails.left_out() if self.mails is not None and allow else ()
        return Answer(request_id=self.card.id, allow=allow, without=without)

    def can_allow(self) -> bool:
        """Whether there is something to allow: it fits, and a mail is ticked."""
        return self.card.can_allow and (self.mails is None or self.mails.count() > 0)

    def _objects(self) -> list[QWidget]:
        found: list[QWidget] = []
        if self.card.draft is not None:
            found += _draft(self._theme, self.card.draft)
        elif self.mails is not None:
            found.append(self.mails)
        if self.mails is not None:
            self.mails.opened.connect(self.mail_wanted)
            self.mails.ticked.connect(self._name)
        if self.card.gone:
            gone = len(self.card.gone)
            words = f"{gone} of the mails {'is' if gone == 1 else 'are'} not there any more."
            found.append(plain(words, "caption", wrap=True))
        return found

    def _trouble(self) -> list[QWidget]:
        if not self.card.trouble:
            return []
        return [plain(f"Could not be done: {clean(self.card.trouble)}", "error", wrap=True)]

    def _buttons(self) -> list[QPushButton]:
        buttons = [self.allow, self.refuse] if self.card.can_allow else [self.refuse]
        mails, draft = self.mails, self.card.draft
        if draft is not None and draft.draft_id:
            buttons.append(self._link("Open the draft", lambda: self._open_draft(draft)))
        elif mails is not None:
            buttons.append(self._link("Open the mail", mails.open_current))
        return [*buttons, self.fold]

    def _link(self, text: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        set_role(button, "link")
        button.clicked.connect(work)
        button.setAccessibleName(f"{text}: {self._what()}")
        return button

    def _open_draft(self, draft: RequestedDraft) -> None:
        self.draft_wanted.emit(draft.draft_id)

    def _name(self) -> None:
        """What is said of the card follows the ticks."""
        card, what = self.card, self._what()
        self.title.setText(what)
        done = "Delete for good" if card.for_good else "Unsubscribe" if card.outward else "Allow"
        allow = "Try again" if card.trouble else done
        refuse = "Refuse" if card.can_allow and not card.trouble else "Dismiss"
        for button, words in ((self.allow, allow), (self.refuse, refuse)):
            button.setText(words)
            button.setAccessibleName(f"{words}: {what}")
            button.setAccessibleDescription(self._quotes())
        self.fold.setAccessibleName(f"What it is about: {what}")
        self.allow.setEnabled(self.can_allow())
        self.setAccessibleName(f"{who(card)} asks: {what}")

    def _what(self) -> str:
        """Our own words and numbers: nothing of what the asker or a mail says."""
        card = self.card
        if self.mails is None or card.outward or card.draft is not None:
            return card.words
        ticked, every = self.mails.count(), len(card.mails)
        counted = f"{every} mail{'s' if every != 1 else ''}"
        return f"{card.words}: {counted if ticked == every else f'{ticked} of {counted}'}"

    def _quotes(self) -> str:
        """What tells this card from others of its kind, for a screen reader."""
        draft = self.card.draft
        subject = (("Subject", draft.subject),) if draft is not None else ()
        return " ".join(quoted(*each) for each in (*subject, *self.card.quotes))


def quoted(what: str, text: str) -> str:
    """Words of somebody else as a quotation: `Name: “Clients”`. Marks in them can't end it."""
    inside = clean(text).replace("“", "'").replace("”", "'")
    return f"{what}: “{inside}”"


def who(card: RequestCard) -> str:
    """`Claude Desktop over MCP`, or the assistant's name."""
    if card.origin == "mcp":
        return f"{clean(card.client) or 'A connected program'} over MCP"
    return clean(card.client) or "The assistant"


def _in_a_line(card: RequestCard) -> str:
    """The first mail and how many more, or the recipients and how the text begins."""
    if card.draft is not None:
        fields = (("To", card.draft.to), ("Cc", card.draft.cc), ("Bcc", card.draft.bcc))
        people = [f"{name} {', '.join(map(clean, group))}" for name, group in fields if group]
        return f"{'; '.join(people) or 'To nobody'}: {clean(card.draft.body)}"
    if not card.mails:
        return ""
    first, more = card.mails[0], len(card.mails) - 1
    line = f"{subject_of(first)}, from {clean(first.sender)}"
    return f"{line}, and {more} more" if more else line


def _draft(theme: Theme, draft: RequestedDraft) -> list[QWidget]:
    """Recipients, attachments and the whole text."""
    lines = [
        f"{name} {', '.join(map(clean, people))}"
        for name, people in (("To", draft.to), ("Cc", draft.cc), ("Bcc", draft.bcc))
        if people
    ]
    lines.insert(0, quoted("Subject", draft.subject) if draft.subject else "No subject")
    lines += [f"Attached: {', '.join(map(clean, draft.attachments))}"] if draft.attachments else []
    text = QPlainTextEdit(draft.body)
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    text.setAccessibleName("Text of the draft")
    shown = min(max(text.blockCount(), 2), TEXT_LINES)
    text.setFixedHeight(text.fontMetrics().lineSpacing() * shown + theme.px(16))
    return [plain("\n".join(lines) or "To nobody yet", wrap=True), text]
