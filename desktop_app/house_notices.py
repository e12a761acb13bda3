"""Notices of a house: where the desktop shows them, and what a press on one does as the person's.

What is told is decided in `workers/notice_watch.py`. Nothing here sends.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.model.clock import Clock
from desktop_app.model.later import made_once
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from desktop_app.desktop.notices.service import DesktopNotices
    from desktop_app.desktop.tray_messages import TrayMessages
    from desktop_app.model.wish import Wish
    from desktop_app.workers.account_services import AccountServices
    from desktop_app.workers.notice_watch import NoticeWatch


class HouseNotices:
    """Made before anything of it is loaded. `runner` gives the person's own."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        accounts: AccountServices,
        runner: Callable[[], Runner],
        clock: Clock,
    ) -> None:
        self._store, self._settings, self._accounts = store, settings, accounts
        self._runner, self._clock = runner, clock
        self._looked_at: str | None = None

    @made_once
    def watch(self) -> NoticeWatch:
        from desktop_app.workers.notice_acts import NoticeActs
        from desktop_app.workers.notice_watch import NoticeWatch

        acts = NoticeActs(
            archive=self._archive,
            reply=self._reply,
            snooze=self._snooze,
            muted=self._store.later.muted,
            sees=self._sees,
            asks=self._accounts_that_ask,
            clean=_clean,
        )
        return NoticeWatch(self._store, self._settings, self.board, acts, clock=self._clock)

    @made_once
    def board(self) -> DesktopNotices | TrayMessages:
        """Where notices are shown: by the desktop's service, elsewhere by a tray."""
        if platform.system() not in {"Windows", "Darwin"}:
            from desktop_app.desktop.notices.service import DesktopNotices

            return DesktopNotices()
        from desktop_app.desktop.tray_messages import TrayMessages

        return TrayMessages()

    def tray_messages(self) -> TrayMessages | None:
        """The messages of a tray, where they are the notices; None where the desktop has others."""
        from desktop_app.desktop.tray_messages import TrayMessages

        return self.board if isinstance(self.board, TrayMessages) else None

    def hand_wishes(self, ask: Callable[[Wish], None]) -> None:
        """What a notice wishes of the window goes to `ask`, on any thread."""
        self.watch.acts.wish = ask

    def wish(self, wish: Wish) -> None:
        """Ask the window to show something, on any thread; nothing happens while nobody carries
        wishes out."""
        self.watch.acts.wish(wish)

    def looks_at(self, place: str | None) -> None:
        """The person has this place of the sidebar before their eyes; empty for none of those, None
        where the window is not in front."""
        self._looked_at = place

    def _sees(self, place: str) -> bool:
        return self._looked_at is not None and place in {"", self._looked_at}

    def _snooze(self, thread: int) -> None:
        """A conversation comes back tomorrow."""
        from desktop_app.model.moments import tomorrow
        from desktop_app.tools.person import later

        wanted = later.Snooze(thread_ids=(thread,), until=tomorrow(self._clock()))
        self._runner().call(later.SNOOZE, wanted).unwrap()

    def _archive(self, thread: int) -> None:
        """Archived by the person, from a notice; *Undo* of the record takes it back."""
        from desktop_app.tools.verbs import modify_messages

        params = modify_messages.ModifyMessages(thread_ids=(str(thread),), action="archive")
        self._runner().call(modify_messages.TOOL, params).unwrap()

    def _reply(self, message: int) -> str:
        """A reply without words that the person begins from a notice; the id of its draft."""
        from desktop_app.tools.calls.results import DraftSaved
        from desktop_app.tools.verbs import draft_reply

        params = draft_reply.DraftReply(message_id=str(message))
        saved = self._runner().call(draft_reply.TOOL, params).unwrap()
        return saved.draft_id if isinstance(saved, DraftSaved) else ""

    def _accounts_that_ask(self) -> dict[str, str]:
        """Accounts that have to be signed in to again: their names by their ids."""
        told = ((a, self._accounts.sign_ins.health(a)) for a in self._store.accounts.list())
        return {a.id: a.name for a, health in told if health.asks and not health.signed_in}


def _clean(text: str) -> str:
    """A stranger's words as a row of a list has them."""
    from desktop_app.mail.hidden.invisible import without_invisible
    from desktop_app.ui.widgets.safe_text import clean

    return clean(without_invisible(text[:2000]))
