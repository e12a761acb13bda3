"""Events of a turn as JSON and back, so that a stored conversation can be shown again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec

from desktop_app.assistant import transcript
from desktop_app.assistant.answer_events import MailWritten, PartRead
from desktop_app.assistant.transcript import AgentEvent, TextDelta, without_unsaid

_KINDS: dict[str, msgspec.json.Decoder[Any]] = {
    kind.__name__: msgspec.json.Decoder(kind)  # once: threads that work a type out at once crash
    for kind in (
        TextDelta,
        transcript.ToolStarted,
        transcript.ToolFinished,
        transcript.Proposal,
        transcript.Choice,
        transcript.Questions,
        transcript.Asked,
        transcript.Notice,
        PartRead,
        MailWritten,
        transcript.Used,
        transcript.Ended,
    )
}


def dump_events(events: Iterable[AgentEvent]) -> bytes:
    """JSON list of [kind, value]; neighbouring pieces of text are joined."""
    kept: list[tuple[str, object]] = []
    for said, some in groupby(
        without_unsaid(events), key=lambda event: isinstance(event, TextDelta)
    ):
        if said:
            text = "".join(event.text for event in some if isinstance(event, TextDelta))
            kept += [("TextDelta", TextDelta(text))] if text else []
        else:
            kept += [(type(event).__name__, event) for event in some]
    return msgspec.json.encode(kept)


def load_events(data: bytes) -> tuple[AgentEvent, ...]:
    """Events of a JSON list. Kinds of a newer version are left out."""
    found = msgspec.json.decode(data, type=list[tuple[str, msgspec.Raw]])
    return tuple(_KINDS[kind].decode(value) for kind, value in found if kind in _KINDS)
