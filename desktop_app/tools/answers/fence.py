"""Fence around a stranger's text, so that nothing in it can pass for what the application says.

The marks have a random word of each answer, which no mail can know. What is fenced is whole lines:
those of ours that name a stranger's words (`Subject:`) stand inside too.
"""

from __future__ import annotations

import secrets

import msgspec

from desktop_app.tools.calls.results import Result


def _word() -> str:
    return secrets.token_hex(4)


class Fence(Result, frozen=True):
    """Marks of one answer."""

    word: str = msgspec.field(default_factory=_word)

    def around(self, text: str) -> list[str]:
        """The text between its marks, as lines; nothing for no text."""
        return [f"<untrusted {self.word}>", text, f"</untrusted {self.word}>"] if text else []
