"""Which lines of a document are still to be checked, by their numbers, while it is edited."""

from __future__ import annotations


class Unchecked:
    """Lines from `first` up to `end`, which is not among them; and `cut`, the number of the line
    above a signature, where one was found: what is below it is not checked."""

    def __init__(self) -> None:
        self.first = self.end = 0
        self.cut: int | None = None

    def all(self, count: int) -> None:
        """A document of so many lines is to be checked from the beginning."""
        self.first, self.end, self.cut = 0, count, None

    def edited(self, line: int, before: int, after: int, count: int) -> None:
        """From `line` on, `before` lines have become `after`; there are `count` now."""
        shift, behind = after - before, line + before
        first, end = line, line + after
        if not self.nothing:
            first = min(first, self.first + shift if self.first >= behind else self.first)
            end = max(end, self.end + shift if self.end >= behind else line)
        if self.cut is not None:
            if self.cut >= behind:
                self.cut += shift
            elif self.cut >= line:
                self.cut, end = None, count
        self.first, self.end = first, min(end, count)

    @property
    def nothing(self) -> bool:
        return self.first >= self.end

    def signed(self, line: int) -> bool:
        """Whether a line is below the one above a signature."""
        return self.cut is not None and line > self.cut
