"""Notices by property: whatever comes, is read, moved, pressed or paused, in whatever order."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop_app.house_notices import _clean
from desktop_app.model.notice import Press
from desktop_app.workers.mail_news import MOST_SINGLE
from desktop_app.workers.notice_words import Shows
from tests.depths import examples
from tests.fakes.notice_board import DANA, Outside, outside

WORD = "xyzzy"
"""Is in every sender and every subject."""

HOSTILE = (
    f"<b>{WORD}</b>",
    f"\u202e{WORD}\u2066",
    f"{WORD}\r\n Bcc: x",
    f"{WORD}\x07\x1b[31m",
    f"{WORD}\u200b\u2060",
    WORD * 40_000,
    f"{WORD}" + "\u0301" * 200,
    f"&lt;script&gt;{WORD}",
)
SENDERS = (DANA, f"{WORD} <stranger@{WORD}.example>")
LABELS = ("INBOX UNREAD", "INBOX", "INBOX UNREAD SPAM", "UNREAD", "INBOX UNREAD MUTED")


class NoticeMachine(RuleBasedStateMachine):
    """The model is a list: which mails may be told of, and which were."""

    def __init__(self) -> None:
        super().__init__()
        self.ends = ExitStack()
        folder = Path(tempfile.mkdtemp(prefix="notices-"))
        self.ends.callback(shutil.rmtree, folder)
        self.desk: Outside = self.ends.enter_context(outside(folder / "p"))
        self.desk.writes_to(DANA)
        self.desk.acts.clean = _clean
        self.desk.acts.muted = lambda threads: [t for t in threads if t in self.muted]
        self.muted: set[int] = set()
        self.news: dict[int, int] = {}
        self.waits: dict[int, str] = {}
        self.due = 0
        self.everybody = False
        self.desk.begin()

    def teardown(self) -> None:
        self.ends.close()

    @rule(
        sender=st.sampled_from(SENDERS),
        subject=st.sampled_from(HOSTILE),
        labels=st.sampled_from(LABELS),
        ago=st.sampled_from((0, 0, 0, 5000)),
    )
    def comes(self, sender: str, subject: str, labels: str, ago: int) -> None:
        mail = self.desk.comes(sender, subject, labels=labels.replace(" MUTED", ""), ago=ago)
        thread = self.desk.thread_of(mail)
        if "MUTED" in labels:
            self.muted.add(thread)
        elif labels == "INBOX UNREAD" and not ago and (sender == DANA or self.everybody):
            self.waits[mail] = subject

    @rule()
    def looks(self) -> None:
        before = len(self.desk.board.every)
        self.desk.look()
        told = self.desk.board.every[before:]
        if self._quiet():
            assert told == []
        else:
            assert bool(told) == bool(self.waits)
            self.news |= dict.fromkeys(self.waits)  # type: ignore[arg-type]
        self.waits.clear()

    @precondition(lambda self: self.news or self.waits)
    @rule(data=st.data(), how=st.sampled_from(("UNREAD", "INBOX")))
    def is_read_or_archived(self, data: st.DataObject, how: str) -> None:
        mail = data.draw(st.sampled_from(sorted({**self.news, **self.waits})))
        self.desk.store.messages.modify([mail], add=frozenset(), remove=frozenset({how}))
        self.news.pop(mail, None)
        self.waits.pop(mail, None)

    @precondition(lambda self: self.desk.board.showing)
    @rule(data=st.data(), pressed=st.booleans())
    def is_pressed_or_put_away(self, data: st.DataObject, pressed: bool) -> None:
        key = data.draw(st.sampled_from(sorted(self.desk.board.showing)))
        if pressed:
            self.desk.board.pressed(key, Press.OPEN)
        else:
            self.desk.board.showing.pop(key)
            self.desk.board.gone(key)
        self.desk.watch.answer()
        gone = [m for m in self.news if key in {"mails", f"thread:{self.desk.thread_of(m)}"}]
        for mail in gone:
            del self.news[mail]

    @rule(seconds=st.sampled_from((0, 100)))
    def is_paused(self, seconds: int) -> None:
        self.desk.settings.change("notices.paused_until", int(self.desk.now) + seconds)

    @rule(shows=st.sampled_from([*Shows]), everybody=st.booleans())
    def settings_change(self, shows: Shows, everybody: bool) -> None:
        if not self.waits:
            self.everybody = everybody
            rule_now = "everybody" if everybody else "people you have written to"
            self.desk.settings.change_all({"notices.shows": str(shows), "notices.mail": rule_now})

    def _quiet(self) -> bool:
        return self.desk.settings.number("notices.paused_until") > self.desk.now

    @invariant()
    def what_is_shown_is_news_and_few(self) -> None:
        showing = self.desk.board.showing
        single = [key for key in showing if key.startswith("thread:")]
        assert len(single) <= MOST_SINGLE
        assert not (single and "mails" in showing)

    @invariant()
    def words_are_clean_bounded_and_no_more_than_the_setting_lets(self) -> None:
        shows = self.desk.settings.text("notices.shows")
        for notice in self.desk.board.every[self.due :]:
            words = notice.title + notice.body
            assert words.replace("\n", "").isprintable()
            assert len(words) < 1000
            if shows == Shows.NOTHING:
                assert WORD not in words
                assert "Dana" not in words
            assert "\n" not in notice.title
            assert all("send" not in str(press) for press, _ in notice.presses)
        self.due = len(self.desk.board.every)


class Settled(NoticeMachine):
    """After a look nothing is shown that is no news."""

    @rule()
    def all_is_read(self) -> None:
        mails = sorted({**self.news, **self.waits})
        if mails:
            self.desk.store.messages.modify(mails, add=frozenset(), remove=frozenset({"UNREAD"}))
        self.news.clear()
        self.waits.clear()
        self.desk.look()
        assert self.desk.board.words == []


TestNotices = Settled.TestCase
TestNotices.settings = settings(max_examples=examples(60), stateful_step_count=30)
