"""Pictures of a mail and of the web as data: addresses of one page: decoded and drawn anew within
bounds.

No bytes of a sender or a server reach the web view as they came. Runs in a job.
"""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.ui.reading.pictures import Budget


def as_data(pictures: Mapping[str, bytes], room: int) -> dict[str, str]:
    """data: addresses by address, of at most `room` characters together, in their order; what is
    too large or can't be decoded is left out."""
    found: dict[str, str] = {}
    budget = Budget()
    for address, data in pictures.items():
        drawn = budget.draw(data, encoded=True).address
        if budget.over:
            break
        if drawn and len(drawn) <= room:
            found[address] = drawn
            room -= len(drawn)
    return found
