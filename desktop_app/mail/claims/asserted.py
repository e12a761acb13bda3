"""Claims that a text states, without those of its questions and words that claim nothing."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.mail.claims.claim import Claim, ClaimKind
from desktop_app.mail.claims.statements import statements

_TODAY = frozenset({"day:today"})
"""When something is written: *how are you today*."""


def asserted(text: str, found: Iterable[Claim]) -> tuple[Claim, ...]:
    """Those of `found` that `text` states. A question or an offer states no date, number or name
    (*Would Monday work?*); an address or a code leads somewhere wherever it stands."""
    asked = [(each.start, each.end) for each in statements(text) if each.asks]
    return tuple(
        claim
        for claim in found
        if claim.keys != _TODAY
        and (_leads(claim) or not any(s <= claim.start and claim.end <= e for s, e in asked))
    )


def _leads(claim: Claim) -> bool:
    return claim.kind is ClaimKind.ADDRESS or any(key.startswith("code:") for key in claim.keys)
