"""Bits of `state.flags`: one for each system label, and one for each other filter.

The numbers are stored: never renumber, only append.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from desktop_app.model.message import SystemLabel

FLAG: Mapping[str, int] = MappingProxyType(
    {
        SystemLabel.INBOX.value: 1 << 0,
        SystemLabel.UNREAD.value: 1 << 1,
        SystemLabel.STARRED.value: 1 << 2,
        SystemLabel.IMPORTANT.value: 1 << 3,
        SystemLabel.SENT.value: 1 << 4,
        SystemLabel.DRAFT.value: 1 << 5,
        SystemLabel.SPAM.value: 1 << 6,
        SystemLabel.TRASH.value: 1 << 7,
        SystemLabel.CATEGORY_PERSONAL.value: 1 << 8,
        SystemLabel.CATEGORY_SOCIAL.value: 1 << 9,
        SystemLabel.CATEGORY_PROMOTIONS.value: 1 << 10,
        SystemLabel.CATEGORY_UPDATES.value: 1 << 11,
        SystemLabel.CATEGORY_FORUMS.value: 1 << 12,
        SystemLabel.LATER_SNOOZED.value: 1 << 13,
        SystemLabel.LATER_MUTED.value: 1 << 14,
        SystemLabel.LATER_REMINDED.value: 1 << 15,
    }
)
HAS_ATTACHMENT = 1 << 16
HAS_USER_LABEL = 1 << 17

UNREAD = FLAG[SystemLabel.UNREAD]
LABEL_BITS = sum(FLAG.values())


def flags_of(labels: Iterable[str]) -> int:
    """The bits of a set of label ids (HAS_ATTACHMENT excepted)."""
    bits = 0
    for label in labels:
        bits |= FLAG.get(label, HAS_USER_LABEL)
    return bits


def system_labels(flags: int) -> frozenset[str]:
    """The system label ids whose bits are set."""
    return _system_labels(flags & LABEL_BITS)


@lru_cache(maxsize=1024)
def _system_labels(bits: int) -> frozenset[str]:
    return frozenset(label for label, bit in FLAG.items() if bits & bit)
