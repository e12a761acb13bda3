"""A board that keeps the notices it is asked to show, and the world around the watch over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.notice import Notice, Press
from desktop_app.model.wish import Wish
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.notice_acts import NoticeActs
from desktop_app.workers.notice_watch import NoticeWatch
from tests.store.mails import NOW, add, mail, opened

ME = Address("Alex Morgan", "alex@fernhill.example")
DANA = "Dana Lee <dana@lee.example>"
ONLINE = "online"
"""An account with a server: mail arrives there."""


class Board:
    """What is shown, by key, and every notice that was ever shown."""

    def __init__(self) -> None:
        self.showing: dict[str, Notice] = {}
        self.every: list[Notice] = []
        self.inhibited = False
        self.works = True
        self.pressed: Callable[[str, Press], None] = lambda *_: None
        self.gone: Callable[[str], None] = lambda _: None
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[], object] = lambda: None

    def begin(
        self,
        pressed: Callable[[str, Press], None],
        gone: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        self.pressed, self.gone, self.changed = pressed, gone, changed

    def show(self, notice: Notice) -> bool:
        if self.works:
            self.showing[notice.key] = notice
            self.every.append(notice)
            self.told()
        return self.works

    def take_back(self, key: str) -> None:
        self.showing.pop(key, None)
        self.told()

    def quiet(self) -> bool:
        return self.inhibited

    def shutdown(self) -> None:
        self.showing.clear()

    @property
    def words(self) -> list[str]:
        """Titles of what is shown."""
        return [notice.title for notice in self.showing.values()]


@dataclass
class Outside:
    """A profile with an account that has a server, the watch, and the clock."""

    store: Store
    settings: Settings
    board: Board = field(default_factory=Board)
    now: float = NOW
    acts: NoticeActs = field(default_factory=NoticeActs)
    wishes: list[Wish] = field(default_factory=list)
    archived: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    numbers: int = 0

    def __post_init__(self) -> None:
        self.acts.wish = self.wishes.append
        self.acts.archive = self.archived.append
        self.acts.reply = self._reply
        self.watch = self.new_watch()

    def new_watch(self, **seconds: float) -> NoticeWatch:
        return NoticeWatch(
            self.store, self.settings, self.board, self.acts, clock=lambda: self.now, **seconds
        )

    def begin(self) -> None:
        """The watch begins, without its thread: `look` is called by hand."""
        self.watch._started = self.now
        self.board.begin(self.watch._on_press, self.watch._on_gone, self.watch._on_quiet)
        self.store.subscribe(self.watch._on_change)
        self.settings.watch(self.watch._on_setting)
        self.watch.begin()

    def look(self) -> list[str]:
        """After ten seconds the watch looks; what is shown then."""
        self.now += 10
        self.watch.answer()
        self.watch.look()
        return self.board.words

    def comes(
        self,
        sender: str = DANA,
        subject: str = "Lunch?",
        *,
        labels: str = "INBOX UNREAD",
        ago: int = 0,
        account_id: str = ONLINE,
        answers: str = "",
    ) -> int:
        """A mail that was written `ago` seconds before now."""
        self.numbers += 1
        one = mail(
            id=f"n{self.numbers}@x.example",
            sender=sender,
            subject=subject,
            date=int(self.now) - ago + self.numbers,
            references=answers,
        )
        return add(self.store, one, labels=labels, account_id=account_id)[0]

    def thread_of(self, mail_id: int) -> int:
        return self.store.messages.get(mail_id).thread_id

    def writes_to(self, address: str) -> None:
        """The person has written to somebody, long ago."""
        self.numbers += 1
        one = mail(
            id=f"s{self.numbers}@x.example",
            sender=str(ME),
            to=address,
            date=1_600_000_000 + self.numbers,
        )
        add(self.store, one, labels="SENT", account_id=ONLINE)

    def _reply(self, mail_id: int) -> str:
        self.answered.append(mail_id)
        return f"draft of {mail_id}"


@contextmanager
def outside(profile: Path) -> Iterator[Outside]:
    with opened(profile) as store:
        store.accounts.add(Account(ONLINE, "imap", "Fernhill", (Identity(ME),)))
        yield Outside(store, Settings(profile, {}))
