"""Meeting times for an answer that is prepared: what the model is told of the calendar."""

from __future__ import annotations

import json
from threading import Event

from desktop_app.assistant.transcript import Ask
from desktop_app.tools.calls.base import Decision, Group
from desktop_app.tools.person.meeting_times import MEETING_TIMES, MeetingTimes, MeetingTimesOf
from desktop_app.tools.runner import Runner

FREE = (
    "(Draftdesk adds: the mail asks for a meeting. It has looked into the calendar, in this "
    "computer's zone: {told} Name no other times than free ones.)"
)
NONE = (
    "(Draftdesk adds: the mail asks for a meeting, and no calendar can be read. Propose no times "
    "of your own; write [date and time].)"
)


def meeting_words(runner: Runner, ask: Ask, cancelled: Event) -> str:
    """What to tell of free times; empty where nobody asks for a meeting, or the person is there
    and can be asked. Raises `KnownError`."""
    if not ask.unasked or not ask.message_id.isdecimal():
        return ""
    calendars = Group.CALENDAR not in runner.groups_off()
    params = MeetingTimesOf(message_id=int(ask.message_id), calendars=calendars)
    result = runner.call(MEETING_TIMES, params, cancelled=cancelled)
    if result.decision is not Decision.ALLOW or result.value is None:
        return ""
    return _words(result.value)


def _words(times: MeetingTimes) -> str:
    if not times.asked:
        return ""
    if not times.looked:
        return NONE
    told = {"free": times.free or ["nothing"], "the mail's own times": times.proposed}
    return FREE.format(told=json.dumps({k: v for k, v in told.items() if v}, ensure_ascii=False))
