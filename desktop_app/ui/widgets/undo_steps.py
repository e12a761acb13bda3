"""Whether a change of a document is one that was undone or done again.

`QTextDocument.contentsChange` tells too small a part of these at times (Qt 6.11: -1 characters
removed and 3 added, where 4 came back; from 0 on 7, where it was from 1 on). Who keeps something
for each line keeps nothing of a document then.
"""

from __future__ import annotations

from PySide6.QtGui import QTextDocument


class UndoSteps:
    """The steps of a document's history. Make it before the first change."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._steps = self._now()

    def were_gone(self) -> bool:
        """Whether the change that is told now is a step back, or one forward again. Call it once
        for each `contentsChange`. The first edit behind a step back counts as one, too."""
        (back, onward), self._steps = self._steps, self._now()
        return bool(onward or self._steps[1] or self._steps[0] < back)

    def _now(self) -> tuple[int, int]:
        """How much can be undone, and done again."""
        return self._document.availableUndoSteps(), self._document.availableRedoSteps()
