"""What the notice watch asks of others: where notices are shown, and what a press on one does."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

from desktop_app.model.notice import Notice, Press
from desktop_app.model.wish import Wish


class NoticeBoard(Protocol):
    """Where notices are shown (`desktop/notices/`, `desktop/tray_messages.py`). What `begin` is
    given is called on any thread, and does nothing there but note it. `quiet`: the desktop says
    that nobody is to be disturbed; `changed` that this may be otherwise now. `show` says whether
    the notice was taken."""

    def begin(
        self,
        pressed: Callable[[str, Press], None],
        gone: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None: ...

    def show(self, notice: Notice) -> bool: ...

    def take_back(self, key: str) -> None: ...

    def quiet(self) -> bool: ...

    def shutdown(self) -> None: ...


def _nothing(*_: object) -> None:
    return None


@dataclass(slots=True)
class NoticeActs:
    """What a press does, and what the watch has to know of others. Each may be put in later.

    `archive` and `reply` act as the person, through tools: on a conversation, and on the mail that
    is answered, which gives the id of the draft. `snooze` is None where nobody can. `wish` shows
    something in the window. `sees` tells whether the person has a place of the sidebar before their
    eyes (`Folder.name`), or the window at all (empty). `muted` picks the conversations that are
    muted. `asks` names the accounts that have to be signed in to again, by their ids. `clean` makes
    a stranger's words one line.
    """

    archive: Callable[[int], object] = _nothing
    reply: Callable[[int], str] = field(default=lambda _: "")
    snooze: Callable[[int], object] | None = None
    wish: Callable[[Wish], object] = _nothing
    sees: Callable[[str], bool] = field(default=lambda _: False)
    muted: Callable[[Collection[int]], Collection[int]] = field(default=lambda _: ())
    asks: Callable[[], dict[str, str]] = dict
    clean: Callable[[str], str] = str
