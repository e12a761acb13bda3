"""How the person writes, as it is kept: plain sentences that they can read and edit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StyleKey:
    """Whose style: of an identity of an account, in general or to one person. `identity` and
    `recipient` are keys of addresses; an empty recipient means in general."""

    account_id: str
    identity: str
    recipient: str = ""


@dataclass(frozen=True, slots=True)
class KeptStyle:
    """`edited` is the person's own text, None where they have written none; `mark` names the newest
    mail and draft that were looked at; `updated` in seconds since the epoch."""

    key: StyleKey
    learned: str
    edited: str | None = None
    forgotten: bool = False
    mark: str = ""
    updated: float = 0.0

    @property
    def text(self) -> str:
        """What counts: the person's own text, else what was learned."""
        return self.learned if self.edited is None else self.edited
