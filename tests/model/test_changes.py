"""What is announced together: every kind of thing, each once."""

from __future__ import annotations

import itertools

from desktop_app.model.changes import Changes

SOME = [Changes(), Changes(audit=True), Changes(messages=True, audit=True), Changes(labels=True)]


def test_together_they_are_all_that_either_is() -> None:
    for one, other in itertools.product(SOME, repeat=2):
        assert set((one | other).kinds) == {*one.kinds, *other.kinds}
        assert (one | other) == (other | one)


def test_nothing_is_announced_when_nothing_changed() -> None:
    assert not Changes()
    assert not Changes() | Changes()
    assert Changes(sync=True)
    assert Changes(sync=True).kinds == ("sync",)
