"""What is made later is made once, when it is first asked for."""

from __future__ import annotations

from threading import Thread

from desktop_app.model.later import later


class Made:
    count = 0

    def __init__(self) -> None:
        Made.count += 1
        self.value = 7

    def double(self) -> int:
        return 2 * self.value


def test_it_is_made_at_the_first_question_and_only_once() -> None:
    Made.count = 0
    thing = later(Made)
    assert Made.count == 0
    threads = [Thread(target=thing.double) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert thing.double() == 14
    assert Made.count == 1
