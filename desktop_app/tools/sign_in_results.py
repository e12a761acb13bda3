"""Typed results about signing in."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.sign_in import SignInSource


@dataclass(frozen=True, slots=True)
class Sources:
    """The preferred one first."""

    sources: tuple[SignInSource, ...]
