"""Reading of one mail by the starter assistant, as a visible row."""

from __future__ import annotations

from desktop_app.assistant.turn import Turn, who
from desktop_app.tools.calls.results import MessageRow, MessageText
from desktop_app.tools.verbs import get_message


def mail_of(turn: Turn, row: MessageRow) -> MessageText:
    """The mail of a row. Raises `KnownError`, `Cancelled`."""
    found = turn.call(
        get_message.TOOL,
        get_message.GetMessage(message_id=row.message_id),
        f"Read: {who(row)}, {row.subject}",
        lambda _: ("read", []),
    )
    if not isinstance(found, MessageText):
        raise TypeError("a message id names one message")
    return found


def text_of(turn: Turn, row: MessageRow) -> str:
    return mail_of(turn, row).untrusted_text
