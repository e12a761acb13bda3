"""Phases of a recipient who is dragged from one field to another."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    BEGUN = "begun"
    MOVED = "moved"
    DROPPED = "dropped"
    DROPPED_NOWHERE = "dropped nowhere"
    """The drag was given up, or who was dragged is not there any more."""
