"""State of what somebody may see, to tell whether it has changed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """`mail`, `drafts` and `tools` (what is listed) are equal to those of another time while
    nothing has changed there. `all_mail`: it is all the mail there is, and every change concerns
    it."""

    mail: Hashable = ()
    drafts: Hashable = ()
    tools: Hashable = ()
    all_mail: bool = False
