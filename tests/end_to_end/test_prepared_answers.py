"""Answers that are prepared by themselves, in the real application: mail and a calendar at Google,
a language model on this computer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_sign_in import go_through, open_window
from tests.fakes.google.emulator import ME, Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.fakes.keyring_service import missing
from tests.fakes.model_server import ModelServer, Turn, model_server

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not installed() or bool(missing()), reason="bootstrap.sh test not run"),
]
SUBJECT = "A word about the lease"


def next_weekday(hour: int) -> datetime:
    """On one of the coming working days, not today."""
    day = datetime.now().astimezone() + timedelta(days=1)
    while day.weekday() > 4:
        day += timedelta(days=1)
    return day.replace(hour=hour, minute=0, second=0, microsecond=0)


def spoken(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B} at {moment:%H:%M}"


@pytest.fixture
def served() -> Iterator[Google]:
    taken = next_weekday(10)
    calendar = {"id": "primary", "user_email": ME, "summary": "Mine", "primary": True}
    event = {
        "id": "dentist",
        "calendar_id": "primary",
        "user_email": ME,
        "summary": "Dentist",
        "start_date_time": taken.isoformat(),
        "end_date_time": (taken + timedelta(hours=1)).isoformat(),
    }
    with google({"calendars": [calendar], "calendar_events": [event]}) as running:
        words = (
            "Hi Alex,\n\ncould we meet about the lease? I could do "
            f"{spoken(taken)} or {spoken(next_weekday(14))}. Which suits you?\n\nBest\nDana"
        )
        sent = format_datetime(datetime.now().astimezone())
        raw = mail(SUBJECT, words, message_id="lease@lee.example", to=ME, date=sent)
        running.emulator.fill([Mail(raw)])
        yield running


def player(body: dict[str, Any]) -> Turn:
    """A model that proposes one time that is free and one that is not."""
    if any(message["role"] == "tool" for message in body["messages"]):
        return "I have drafted it."
    told = "\n".join(str(message["content"]) for message in body["messages"])
    [number] = set(re.findall(r"message_id\D{1,4}(\d+)", told))
    text = (
        f"Hello Dana,\n\n{spoken(next_weekday(14))} suits me, and so does "
        f"{spoken(next_weekday(10))}.\n\nAlex"
    )
    return ("draft_reply", {"message_id": number, "body": text})


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with model_server() as one:
        one.player = player
        yield one


@pytest.mark.usefixtures("keyring")
def test_an_answer_about_a_meeting_is_prepared_and_checked_against_the_calendar(
    desk: Desk, served: Google, model: ModelServer
) -> None:
    open_window(
        desk,
        served,
        DRAFTDESK_ASSISTANT_PROVIDER="ollama",
        DRAFTDESK_ASSISTANT_MODEL="qwen3:8b",
        DRAFTDESK_ASSISTANT_BASE_URL=model.url,
        DRAFTDESK_ASSISTANT_PREPARE="true",
        DRAFTDESK_TOOLS_ASSISTANT_OFF="drive",
    )
    go_through(desk, "Read your calendars")
    until(lambda: model.requests, seconds=60)
    told = model.requests[-1].raw.decode()
    assert "is free" in told
    assert "is taken" in told
    assert "Dentist" not in told
    desk.focus()
    desk.at("focus", "Conversations")
    desk.keys("g", "r")
    desk.at("wait", "Drafts", role="list")
    desk.keys("Home", "Return")
    desk.reads("Draft body", "suits me")
    taken = next_weekday(10)
    words = f"{taken:%A} {taken.day} {taken:%B}, {taken:%H:%M} is taken: Dentist."
    desk.at("wait", f"Please confirm: {words}", role="label")
    desk.at("wait", "1 check waits for your tick.")
    desk.at("press", "Sources 2")
    desk.at("wait", "Calendar", prefix=True)
