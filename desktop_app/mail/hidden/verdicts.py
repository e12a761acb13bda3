"""Verdict on words of a mail: whether an eye finds them."""

from __future__ import annotations

from enum import IntEnum


class Verdict(IntEnum):
    """The larger wins where several apply. HIDDEN words are taken out and reported, DOUBTFUL ones
    are kept and marked."""

    SEEN = 0
    DOUBTFUL = 1
    HIDDEN = 2
