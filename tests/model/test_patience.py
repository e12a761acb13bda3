"""How long a call may wait for a service's limits."""

from __future__ import annotations

import math
import threading

from desktop_app.model.patience import left, no_longer_than


def test_what_is_left_is_of_the_whole_call_and_of_this_thread() -> None:
    assert left() == math.inf
    with no_longer_than(20):
        assert 19 < left() <= 20
        with no_longer_than(100):
            assert left() <= 20
        with no_longer_than(0):
            assert left() == 0
        elsewhere: list[float] = []
        thread = threading.Thread(target=lambda: elsewhere.append(left()))
        thread.start()
        thread.join()
        assert elsewhere == [math.inf]
    assert left() == math.inf
