"""What several families answer and mean alike: that nothing was found, and which mail a new draft
answers where a program says it as Gmail's API does (by conversation, Message-ID, references)."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.adapters.adapter import Desk
from desktop_app.tools.calls.base import OF_THREAD
from desktop_app.tools.calls.results import MessageList
from desktop_app.tools.names.id_forms import Form, read_id
from desktop_app.tools.names.reference import thread_id, told_message_id


@dataclass(frozen=True, slots=True)
class Answered:
    """The mail that is answered, or, where it is not here, its conversation's Message-IDs."""

    reply_to: str = ""
    references: tuple[str, ...] = ()


NONE_FOUND = "No emails found."


def none_found(found: MessageList) -> str:
    """What is said of an empty page: where that need not mean that there is no such mail, why."""
    return f"Nothing was found here. {found.note}" if found.note else NONE_FOUND


def answered(desk: Desk, *, thread: str, in_reply_to: str, references: tuple[str, ...]) -> Answered:
    """`in_reply_to` before the newest mail of the thread, before the last of the references that is
    here. Raises `NotFound` for an unknown thread, or an id that is no Message-ID."""
    wanted = [in_reply_to] if in_reply_to else []
    for each in wanted:
        if found := _here(desk, each):
            return Answered(found)
    if thread:
        return Answered(_newest(desk, thread))
    ids = [each for text in references for each in text.replace(",", " ").split()]
    for each in reversed(ids):
        if found := _here(desk, each):
            return Answered(found)
    for each in wanted:
        if read_id(each).form is not Form.RFC822:
            raise NotFound(f"The mail that is answered is not here: {each[:80]}.")
    return Answered(references=tuple(dict.fromkeys((*ids, *wanted))))


def _newest(desk: Desk, thread: str) -> str:
    """The newest mail of a conversation. Raises `NotFound`, `BadInput`."""
    if read_id(thread_id(desk.context, thread)).form is not Form.OWN:
        raise BadInput(f"{thread[:80]!r} is no threadId.", next_step="Take one from a list.")
    return told_message_id(desk.context, f"{OF_THREAD}{thread}")


def _here(desk: Desk, text: str) -> str:
    """The id of a mail as it is told; empty where it is not here."""
    try:
        return told_message_id(desk.context, text)
    except NotFound:
        return ""
