"""What a pass over the drafts of an account did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DraftReport:
    """Counts of a pass: drafts pushed, pulled, kept twice, deleted on either side."""

    pushed: int = 0
    pulled: int = 0
    kept_both: int = 0
    deleted: int = 0

    def __add__(self, other: DraftReport) -> DraftReport:
        return DraftReport(
            self.pushed + other.pushed,
            self.pulled + other.pulled,
            self.kept_both + other.kept_both,
            self.deleted + other.deleted,
        )
