"""Typed results about signing in."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.sign_in import Source


@dataclass(frozen=True, slots=True)
class Sources:
    """The preferred one first."""

    sources: tuple[Source, ...]
