"""Outage of the model that prepares answers: one state, whatever number of mails wait."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.model.clock import Clock

PAUSES = (60.0, 300.0, 900.0, 3_600.0)
"""Seconds for which a model that is down is left alone: longer each time, up to the last."""


class ModelOutage:
    """Begins with the first failure of the model and ends with the next answer or another choice
    of model. `told` is called when it begins and when it ends."""

    def __init__(self, clock: Clock, told: Callable[[], object]) -> None:
        self._clock, self._told = clock, told
        self._failures, self._until = 0, 0.0
        self._sentence = ""

    @property
    def sentence(self) -> str:
        """Why the model doesn't answer; empty while it does."""
        return self._sentence

    @property
    def seconds(self) -> float:
        """How long it is left alone still."""
        return max(0.0, self._until - self._clock())

    def fail(self, sentence: str) -> None:
        """The model has failed, for that reason."""
        self._until = self._clock() + PAUSES[min(self._failures, len(PAUSES) - 1)]
        self._failures += 1
        begins, self._sentence = not self._sentence, sentence
        if begins:
            self._told()

    def end(self) -> None:
        """The model answers, or another was chosen."""
        self._failures, self._until = 0, 0.0
        ends, self._sentence = bool(self._sentence), ""
        if ends:
            self._told()
