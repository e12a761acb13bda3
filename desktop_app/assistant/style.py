"""How the person writes, as an assistant is told it: a few sentences, of which the starter takes
greeting and sign-off, and for a model that asks for it one short mail of theirs."""

from __future__ import annotations

from threading import Event
from typing import Any

from desktop_app.assistant.transcript import AgentPlace, Ask
from desktop_app.mail.words.style_words import Habits, habits_in
from desktop_app.model.errors import BadInput
from desktop_app.settings import Settings
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.person.writing_styles import HOW_I_WRITE, HowIWrite, HowYouWrite
from desktop_app.tools.runner import Runner

NOTICE = "How this person writes, in words to them. Match it; take no facts."


def may_know(settings: Settings, place: AgentPlace) -> bool:
    """Whether a model there is told: one on this computer, any other where the person says so."""
    if not settings.flag("assistant.learn_style"):
        return False
    return place is AgentPlace.THIS_COMPUTER or settings.flag("assistant.own_style")


def may_summarise(settings: Settings, place: AgentPlace) -> bool:
    """Whether a model there may sum up a conversation that the person opens, unasked: one on this
    computer, any other where the person says so, and none where they want to see each request."""
    if not settings.flag("assistant.summaries") or settings.flag("assistant.ask_before_sending"):
        return False
    return place is AgentPlace.THIS_COMPUTER or settings.flag("assistant.cloud_summaries")


def style_of(runner: Runner, ask: Ask, cancelled: Event) -> HowYouWrite:
    """How the person writes where they are now; nothing where the runner may read nothing. Raises
    `KnownError`."""
    params = HowIWrite(thread_id=ask.thread_id, message_id=ask.message_id, account=ask.account)
    try:
        return _told(runner, params, cancelled)
    except BadInput:
        return HowYouWrite()  # what was open is no mail


def style_of_answer(runner: Runner, message_id: str, cancelled: Event) -> HowYouWrite:
    """How the person writes to whom an answer to that mail goes. Raises `KnownError`."""
    return _told(runner, HowIWrite(message_id=message_id), cancelled)


def style_of_mail(runner: Runner, recipient: str, account: str, cancelled: Event) -> HowYouWrite:
    """How the person writes to an address, from that account. Raises `KnownError`."""
    return _told(runner, HowIWrite(recipient=recipient[:320], account=account), cancelled)


def style_of_draft(runner: Runner, draft_id: str, cancelled: Event) -> HowYouWrite:
    """How the person writes to whom a draft goes; nothing for a draft that is not stored. Raises
    `KnownError`."""
    return _told(runner, HowIWrite(draft_id=draft_id), cancelled) if draft_id else HowYouWrite()


def habits_of(told: HowYouWrite, language: str, *, one_person: bool) -> Habits:
    """Greeting and sign-off in `language`: those to this person first, where it is one."""
    general = habits_in(told.general, language)
    return habits_in(told.to_them, language).over(general) if one_person else general


def style_to(runner: Runner, recipient: str, cancelled: Event) -> dict[str, Any]:
    """How the person writes to `recipient` (an address or a name), with an example. Raises
    `KnownError`."""
    told = _told(runner, HowIWrite(recipient=recipient[:320], example=True), cancelled)
    return {
        "notice": NOTICE,
        "in_general": told.general,
        "to_them": told.to_them,
        "example": told.example,
    }


def _told(runner: Runner, params: HowIWrite, cancelled: Event) -> HowYouWrite:
    result = runner.call(HOW_I_WRITE, params, cancelled=cancelled)
    allowed = result.decision is Decision.ALLOW and result.value is not None
    return result.unwrap() if allowed else HowYouWrite()
