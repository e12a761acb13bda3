"""Label difference: what one mail got and lost, so that just that can be taken back."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.message import SystemLabel

PLACES = frozenset({str(SystemLabel.INBOX), str(SystemLabel.SPAM), str(SystemLabel.TRASH)})
"""A mail lies in one of them at most."""


@dataclass(frozen=True, slots=True)
class LabelDifference:
    """Ids of the labels that a mail got and of those it lost."""

    added: frozenset[str]
    removed: frozenset[str]

    @staticmethod
    def between(before: frozenset[str], after: frozenset[str]) -> LabelDifference:
        return LabelDifference(after - before, before - after)


KeptChange = LabelDifference | frozenset[str]
"""A change that can be taken back. Versions up to 0.1 kept all labels that a mail had before."""


def taken_back(labels: frozenset[str], change: KeptChange) -> frozenset[str]:
    """The labels of a mail without the change; what was changed since stays. A mail that goes back
    to a place leaves the one where it lies now."""
    if not isinstance(change, LabelDifference):
        return change
    left = labels - change.added
    return (left - PLACES if change.removed & PLACES else left) | change.removed
