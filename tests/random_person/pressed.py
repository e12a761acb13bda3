"""Pressed: what the person pressed Send for before the program ended, and what became of it.

It was sent, if the person has chosen that for the end of a session, or it comes first in *To
review*, and the window tells of it once.
"""

from __future__ import annotations

from typing import Any

from tests.fakes.senders import Fault
from tests.random_person.world import World

SAID = "pressed Send"
ROW_SAYS = "You pressed Send"
FAILING = {Fault.UNREACHABLE, Fault.REFUSED}


class Pressed:
    """Made when the window has closed: the program's end follows, and what was left is noted."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._sends = world.house.settings.flag("mail.send_at_end") and not world.killed
        self._left = world.end_postman()

    def forgotten(self, hand: Any) -> list[str]:
        """What became of it without the person's will, or without a word, after the new start."""
        delivered = set(self._world.sender.delivered)
        sent = {e.draft_id for e in self._left if e.rfc822_message_id in delivered}
        found = [f"[pressed] draft {id_} was sent by the end of the program" for id_ in sent]
        if self._sends:
            fine = self._world.sender.fault not in FAILING
            waiting = {e.draft_id for e in self._left if not e.last_error} - sent
            found = [f"[pressed] draft {id_} was not sent at the end" for id_ in waiting if fine]
        kept = {e.draft_id for e in self._left} - sent
        return found + (self._untold(kept, hand) if kept else [])

    def _untold(self, kept: set[str], hand: Any) -> list[str]:
        """Whether all of them stand above everything else, and were told of once."""
        told = [text for text in self._world.ledger.since_start if SAID in text]
        found = [] if len(told) == 1 else [f"[pressed] {sorted(kept)} was told of by {told}"]
        hand.key("G, R")
        self._world.settle()
        rows = self._world.window.frame.drafts.list.rows()
        says = [row.draft_id for row in rows if ROW_SAYS in row.sentence]
        if says != [row.draft_id for row in rows[: len(says)]]:
            found.append(f"[pressed] {says} is not on top of To review")
        missing = kept - set(says)
        if missing:
            words = [row.sentence for row in rows]
            found.append(
                f"[pressed] Send was pressed for {sorted(missing)}, and no row says so: {words}"
            )
        return found
