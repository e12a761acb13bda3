"""Equipment of a run: how much the model holds at once, and which list of tools it gets."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.assistant.model.context_window import RESULT_SHARE
from desktop_app.assistant.model.short_tools import SMALL_WINDOW
from desktop_app.assistant.transcript import ModelInUse

CHARS_A_TOKEN = 3
"""Characters that a token of a window holds at least, of mail in European languages and JSON."""

LEAST_PAGE, MOST_PAGE = 8, 200
CHARS_A_MAIL = 1_000
"""Mails of a conversation, and characters of a window for each of them."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """`chars` is what a model holds at once. `tokens` is its window as its server says, 0 where
    that is not known."""

    chars: int
    tokens: int = 0

    @property
    def short(self) -> bool:
        """Whether the model gets the short list of tools."""
        return self.chars <= SMALL_WINDOW

    @property
    def result_chars(self) -> int:
        """Most characters of one result."""
        return self.chars // RESULT_SHARE

    @property
    def page_mails(self) -> int:
        """Most mails on a page of a conversation: as many as can have a head and some words."""
        return max(LEAST_PAGE, min(MOST_PAGE, self.chars // CHARS_A_MAIL))

    @property
    def told(self) -> ModelInUse:
        if self.tokens:
            return ModelInUse(self.tokens, short_tools=self.short)
        return ModelInUse(self.chars, in_chars=True, short_tools=self.short)


def equipment(context_chars: int, window: int) -> Equipment:
    """What the settings allow, and no more than a window of `window` tokens holds."""
    chars = min(context_chars, window * CHARS_A_TOKEN) if window else context_chars
    return Equipment(chars, window)
