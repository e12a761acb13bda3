"""Pane of the mail that assistants and connected programs were given: whose, in which time."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from desktop_app.tools.person import grants, seen_mail
from desktop_app.tools.person.seen_mail import SeenConversation, SeenMail, Seer
from desktop_app.ui.activity.audit_list import ORIGINS
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import long_date, number
from desktop_app.ui.widgets.dialogs import ask_text
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role

WEEK = 7 * 86_400.0
TIMES = (("The last 7 days", 0), ("The 7 days before", 1), ("2 weeks before", 2))
MOST_PEOPLE = 3
ADDRESSES = Qt.ItemDataRole.UserRole + 1
NEVER = "Never show this person again"
NEVER_OF = "No connected program is shown mail with this address, or of this domain:"
CHANGE = "You can change that under Settings → MCP bridge."


class SeenPane(Pane):
    """Pane whose `open` reads anew. Enter on a row opens its conversation."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Mail that assistants saw")
        px = bench.theme.px
        self.who, self.time = Choice(), Choice()
        self.who.setAccessibleName("Who saw it")
        self.who.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
        self.who.addItem("Everyone", Seer("", ""))
        self.time.setAccessibleName("When")
        for title, weeks in TIMES:
            self.time.addItem(title, weeks)
        for choice in (self.who, self.time):
            choice.activated.connect(lambda _: self.open())
        self.list = QListWidget()
        self.list.setAccessibleName("Conversations that were seen")
        set_role(self.list, "framed")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._show_conversation)
        self.note = plain(role="second", wrap=True)
        self.never = QPushButton("Never show it this person again…")
        self.never.setEnabled(False)
        self.never.clicked.connect(self._choose_person)
        self.list.currentRowChanged.connect(lambda _: self._follow())
        self.states = States(bench.theme, self.list)
        self.setFocusProxy(self.states)
        labels = (plain("Who"), plain("When"))
        for label, choice in zip(labels, (self.who, self.time), strict=True):
            label.setBuddy(choice)
        top = row(labels[0], self.who, labels[1], self.time, STRETCH, gap=px(8))
        below = row(self.never, STRETCH)
        column(top, self.states, self.note, below, owner=self, gap=px(8), fill=self.states)

    def open(self) -> None:
        calls = self.bench.calls
        self.states.loading(
            PendingRead("what was seen", lambda: calls.jobs.cancel("seen"), self.open)
        )
        until = self.bench.services.clock() - WEEK * int(self.time.currentData())
        seer = self._chosen()
        calls.ask(
            seen_mail.LIST_SEEN_MAIL,
            seen_mail.ListSeenMail(
                since=until - WEEK, until=until + 1.0, origin=seer.origin, client=seer.client
            ),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.open),
            key="seen",
            owner=self,
        )

    def _chosen(self) -> Seer:
        chosen = self.who.currentData()
        return chosen if isinstance(chosen, Seer) else Seer("", "")

    def _show(self, found: SeenMail) -> None:
        chosen = self._chosen()
        self.who.clear()
        for seer in dict.fromkeys((Seer("", ""), *found.seers, chosen)):
            self.who.addItem(clean(seer.client) or ORIGINS.get(seer.origin, "Someone"), seer)
            if seer == chosen:
                self.who.setCurrentIndex(self.who.count() - 1)
        self.list.clear()
        now = self.bench.services.clock()
        for each in found.conversations:
            item = QListWidgetItem(sentence(each, now))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, item.text())
            item.setData(Qt.ItemDataRole.UserRole, each.thread_id)
            item.setData(ADDRESSES, each.addresses)
            self.list.addItem(item)
        self.note.setText(note(found))
        self.note.setVisible(bool(self.note.text()))
        if self.list.count():
            self.states.ready()
        else:
            self.states.empty(
                "No mail was given in this time.",
                "Conversations that assistants and connected programs are given appear here.",
            )

    def _addresses(self) -> tuple[str, ...]:
        item = self.list.currentItem()
        return tuple(item.data(ADDRESSES) or ()) if item is not None else ()

    def _follow(self) -> None:
        self.never.setEnabled(bool(self._addresses()))

    def _choose_person(self) -> None:
        """One of the conversation's people: asked with the one who began it."""
        addresses = self._addresses()
        if addresses:
            ask_text(self, NEVER, NEVER_OF, addresses[0], "Never show", self._never)

    def _never(self, who: str) -> None:
        self.bench.calls.ask(
            grants.NEVER_SHOW,
            grants.NeverShow(who=who),
            done=lambda done: self.note_says(f"{done.display} {CHANGE}"),
            failed=lambda error: self.note_says(f"{error.sentence} {error.next_step}".strip()),
            lasting=True,
            owner=self,
        )

    def note_says(self, words: str) -> None:
        """A sentence below the list."""
        self.note.setText(words)
        self.note.show()
        announce(self.note, words)

    def _show_conversation(self, item: QListWidgetItem) -> None:
        self.bench.navigation.open_thread(int(item.data(Qt.ItemDataRole.UserRole)))


def sentence(each: SeenConversation, now: float) -> str:
    """`Lease renewal — Dana Lee, 2 mails, last at 14:02`."""
    people = ", ".join(clean(person) for person in each.people[:MOST_PEOPLE])
    mails = f"{number(each.mails)} {'mail' if each.mails == 1 else 'mails'}"
    said = ", ".join(filter(None, (people, mails, f"last {long_date(each.when, now)}")))
    return f"{clean(each.subject) or '(no subject)'} — {said}"


def note(found: SeenMail) -> str:
    """What the rows do not say."""
    words = []
    if found.has_more:
        words.append(f"The last {number(seen_mail.MOST)} conversations are shown.")
    if found.gone:
        one = found.gone == 1
        words.append(
            f"{number(found.gone)} {'mail' if one else 'mails'} that {'was' if one else 'were'} "
            f"given {'is' if one else 'are'} not here any more."
        )
    return " ".join(words)
