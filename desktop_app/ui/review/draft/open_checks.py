"""Checks of a draft while it is being written: which are told already."""

from __future__ import annotations

from collections.abc import Collection

from desktop_app.model.draft import Check
from desktop_app.tools.person.draft_review import Review

_OF_A_WHOLE_MAIL = frozenset({"no_subject", "no_recipient", "no_text"})


def told_checks(review: Review, typing: Collection[str], *, pressed: bool) -> tuple[Check, ...]:
    """The checks, but none about an address or a mail that is only just being written. `typing`
    are addresses that are not whole yet; once Send was pressed (`pressed`) a mail is no longer
    just begun."""
    draft = review.draft
    begun = not pressed and not draft.proposed and not draft.content.body.strip()
    return tuple(
        check
        for check in review.checks
        if not (check.code == "invalid_recipient" and check.fix_value in typing)
        and not (check.code in _OF_A_WHOLE_MAIL and begun)
    )
