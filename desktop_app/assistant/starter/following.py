"""Words right after a draft: whether they change it, and how."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from desktop_app.assistant.starter.asked import requested
from desktop_app.assistant.starter.asked.filler import without_filler
from desktop_app.assistant.starter.asked.follow_ups import (
    FollowUp,
    Instead,
    More,
    ToPerson,
    day_alone,
    follow_up,
)
from desktop_app.assistant.starter.asked.phrases import understand
from desktop_app.assistant.starter.changes import Changes
from desktop_app.assistant.starter.proposals import Made, Proposals
from desktop_app.assistant.starter.wording.composing import compose
from desktop_app.assistant.starter.wording.instructions import Introduced, is_answer
from desktop_app.assistant.turn import Turn


def follows(turn: Turn, proposals: Proposals, made: Made, today: date) -> bool:
    """Change the draft that was just made by the person's words; False where they are about
    something else, or were said in another place."""
    if turn.ask.thread_id != made.thread_id or turn.ask.message_id:
        return False
    said = turn.ask.prompt.strip().replace("’", "'")
    text = said if said.lower().startswith("also ") else without_filler(said)
    change = follow_up(text)
    words = change.words if isinstance(change, More) else text
    request = understand(words, today)
    if isinstance(change, Instead | More | None) and isinstance(request, _ELSE):
        return False
    other = _other_words(change)
    if other and _instead(turn, proposals, made, other, today):
        return True
    if change is None and (day := day_alone(text)) is not None:
        change = day
    if change is not None and not isinstance(change, More):
        Changes(turn, proposals, made).make(change)
        return True
    if isinstance(request, requested.Reply):
        return _told(turn, proposals, made, request, change)
    if not isinstance(request, requested.Say):
        return False
    if change is None and is_answer(request.message, request.language):
        voice = replace(made.voice, asked_in=request.language)
        told = compose(request.message, voice, Introduced.COLON)
        Changes(turn, proposals, made).instead(told)
    elif request.clear or change is not None:
        Changes(turn, proposals, made).more(request.message, language=request.language)
    else:
        Changes(turn, proposals, made).mark(words)
    return True


_ELSE = requested.Rewrite | requested.SendIt
"""Requests that are none for other words."""


def _other_words(change: FollowUp | None) -> str:
    """What a correction says instead, by itself."""
    match change:
        case Instead(_, bare):
            return bare
        case ToPerson(name):
            return name
    return ""


def _instead(turn: Turn, proposals: Proposals, made: Made, words: str, today: date) -> bool:
    """Put other words in the place of the former ones, where the correction says an answer."""
    inner = understand(words, today)
    if isinstance(inner, requested.Reply) and not inner.hint and inner.message:
        introduced = inner.introduced
    elif isinstance(inner, requested.Say) and is_answer(inner.message, inner.language):
        introduced = Introduced.COLON
    else:
        return False
    voice = replace(made.voice, asked_in=inner.language)
    Changes(turn, proposals, made).instead(compose(inner.message, voice, introduced))
    return True


def _told(
    turn: Turn,
    proposals: Proposals,
    made: Made,
    request: requested.Reply,
    change: FollowUp | None,
) -> bool:
    """A further instruction for the same draft: another answer stands instead of the former, all
    else is added."""
    if request.hint or not request.message or request.named is not None or request.reply_all:
        return False
    changes = Changes(turn, proposals, made)
    if change is None and is_answer(request.message, request.language):
        voice = replace(made.voice, asked_in=request.language)
        changes.instead(compose(request.message, voice, request.introduced))
    else:
        changes.more(request.message, request.introduced, request.language)
    return True
