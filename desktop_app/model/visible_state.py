"""State of what somebody may see, to tell whether it has changed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """`mail` and `drafts` are equal to those of another time while nothing has changed there."""

    mail: Hashable = ()
    drafts: Hashable = ()
