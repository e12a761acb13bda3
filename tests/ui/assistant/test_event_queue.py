"""Events on their way to the GUI thread: in order, gathered, whatever thread they come from."""

from __future__ import annotations

from threading import Thread

from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from desktop_app.assistant.transcript import AgentEvent, Ended, TextDelta, ToolStarted
from desktop_app.ui.assistant.event_queue import MOST_AT_ONCE, EventQueue


def gathered(qtbot: QtBot, events: list[AgentEvent]) -> list[list[AgentEvent]]:
    """What arrives when a thread puts these, batch by batch; all on this thread."""
    queue = EventQueue()
    batches: list[list[AgentEvent]] = []
    here = QThread.currentThread()

    def take(batch: list[AgentEvent]) -> None:
        assert QThread.currentThread() is here
        batches.append(batch)

    queue.arrived.connect(take)

    def work() -> None:
        for event in events:
            queue.put(event)
        queue.finish()

    with qtbot.waitSignal(queue.finished, timeout=5000):
        thread = Thread(target=work)
        thread.start()
        thread.join()
    return batches


def test_pieces_of_text_that_follow_each_other_come_as_one(qtbot: QtBot) -> None:
    batches = gathered(qtbot, [*(TextDelta(str(n)) for n in range(5)), Ended()])
    assert batches == [[TextDelta("01234"), Ended()]]


def test_order_is_kept_over_many_small_batches(qtbot: QtBot) -> None:
    events = [ToolStarted(str(n), "x") for n in range(MOST_AT_ONCE * 3 + 1)]
    batches = gathered(qtbot, [*events])
    assert [e for batch in batches for e in batch] == events
    assert max(map(len, batches)) == MOST_AT_ONCE


def test_it_can_be_used_again_after_it_has_finished(qtbot: QtBot) -> None:
    queue = EventQueue()
    for _ in range(2):
        with qtbot.waitSignals([queue.arrived, queue.finished], timeout=5000, order="strict"):
            queue.put(Ended())
            queue.finish()


class Piece(str):
    """Text that counts how often it is put behind another."""

    __slots__ = ()
    joined = 0

    def __add__(self, other: str) -> str:
        Piece.joined += 1
        return str(self) + str(other)

    def __radd__(self, other: str) -> str:
        Piece.joined += 1
        return str(other) + str(self)


def test_pieces_that_wait_long_are_not_copied_with_each_further_one(qtbot: QtBot) -> None:
    Piece.joined = 0
    [[text, _]] = gathered(qtbot, [*(TextDelta(Piece("word ")) for _ in range(500)), Ended()])
    assert text == TextDelta("word " * 500)
    assert Piece.joined == 0
