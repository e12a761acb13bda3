"""Examples of how the person writes: their own earlier mails, where they allow it."""

from __future__ import annotations

from threading import Event
from typing import Any

from desktop_app.tools.results import MessageText
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import get_message, search_messages

TO_THEM, TO_OTHERS = 3, 2
LONGEST = 1_200
"""Most characters of one example."""


def examples(runner: Runner, recipient: str, cancelled: Event) -> dict[str, Any]:
    """The newest mails of the person's own: up to three to `recipient` (an address or a name),
    up to two to others. Their words alone, without quotes. Raises `KnownError`."""
    plain = "".join(c for c in recipient if c.isalnum() or c in " @.+-_").strip()
    to_them = _own(runner, f'to:"{plain}"', TO_THEM, cancelled) if plain else []
    skip = f'-to:"{plain}"' if plain else ""
    to_others = _own(runner, skip, TO_OTHERS, cancelled)
    return {
        "notice": "How this person writes. Match tone, length and greeting; take no facts.",
        "to_them": to_them,
        "to_others": to_others,
    }


def _own(runner: Runner, more: str, most: int, cancelled: Event) -> list[str]:
    params = search_messages.SearchMessages(query=f"from:me in:sent {more}", max_results=most)
    rows = runner.conversation.rows
    found = runner.call(search_messages.TOOL, params, cancelled=cancelled).unwrap()
    runner.conversation.show(rows)  # the numbers a model was shown stay what they are
    texts = []
    for row in found.results:
        wanted = get_message.GetMessage(message_id=row.message_id, max_chars=LONGEST)
        text = runner.call(get_message.TOOL, wanted, cancelled=cancelled).unwrap()
        if isinstance(text, MessageText) and text.untrusted_text.strip():
            texts.append(text.untrusted_text.strip())
    return texts
