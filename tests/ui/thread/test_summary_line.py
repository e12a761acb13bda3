"""The line above a long conversation: made once, kept, its place there before its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest

from desktop_app.assistant.transcript import AgentPlace
from desktop_app.model.errors import KnownError, Unavailable
from desktop_app.ui.thread.summary_line import LONG
from tests.assistant.threads import long_thread
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import SilentAgent, WindowDriver

LINE = "Delivery moves to Thursday; Kim waits for the invoice."


class Model:
    """What the agent of the window says of a conversation, and how often it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, house: TestHouse) -> None:
        self.asked: list[str] = []
        self.line = LINE
        self.failure: KnownError | None = None
        self._patch = monkeypatch
        monkeypatch.setattr(SilentAgent, "summary", self.summary)
        monkeypatch.setattr("desktop_app.ui.thread.summary_line.STAYS_MS", 0)
        self.at(AgentPlace.THIS_COMPUTER)
        house.settings.change("assistant.provider", "ollama")

    def at(self, place: AgentPlace) -> None:
        told = replace(SilentAgent.description, name="qwen3:8b", place=place)
        self._patch.setattr(SilentAgent, "description", told)

    def summary(self, thread_id: str, cancelled: Event) -> str:
        self.asked.append(thread_id)
        if self.failure is not None:
            raise self.failure
        return self.line


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, house: TestHouse) -> Model:
    long_thread(house, LONG)
    return Model(monkeypatch, house)


@pytest.fixture
def driver(model: Model, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    """The window with one conversation of `LONG` mails."""
    assert model.asked == []
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 1)
    return driver


def test_the_line_is_made_once_and_kept(model: Model, driver: WindowDriver) -> None:
    driver.open_first()
    summary = driver.thread.summary
    driver.until(lambda: summary.accessibleName().startswith("Summary by"))
    assert summary.accessibleName() == f"Summary by qwen3:8b: {LINE}"
    assert summary.isVisible()
    [thread] = model.asked
    driver.bench.selection.read(None)
    summary.forget()
    driver.open_first()
    driver.thread.summary.forget()
    shown = driver.thread.shown
    assert shown is not None
    driver.thread.summary.show_for(shown)
    driver.until(lambda: summary.accessibleName() == f"Summary by qwen3:8b: {LINE}")
    assert model.asked == [thread], "what is kept is not made anew"


def test_a_new_mail_makes_another_line(
    model: Model, driver: WindowDriver, house: TestHouse
) -> None:
    driver.open_first()
    driver.until(lambda: len(model.asked) == 1)
    model.line = "Kim has the invoice."
    more = "In-Reply-To: <0@lee.example>\r\nReferences: <0@lee.example>\r\n"
    house.add(mail("Re: Oak boards", "Here it is.", message_id="new@lee.example", more=more))
    driver.until(lambda: "Kim has the invoice." in driver.thread.summary.accessibleName())
    assert len(model.asked) == 2


@pytest.mark.parametrize(
    ("place", "settings"),
    [
        (AgentPlace.CLOUD, {}),
        (AgentPlace.OWN_NETWORK, {}),
        (AgentPlace.THIS_COMPUTER, {"assistant.summaries": False}),
        (AgentPlace.THIS_COMPUTER, {"assistant.ask_before_sending": True}),
        (AgentPlace.BUILT_IN, {"assistant.provider": "starter"}),
    ],
)
def test_nothing_is_asked_that_the_person_has_not_allowed(
    model: Model,
    driver: WindowDriver,
    house: TestHouse,
    place: AgentPlace,
    settings: dict[str, object],
) -> None:
    model.at(place)
    house.settings.change_all(settings)
    driver.open_first()
    driver.until(lambda: True)
    assert driver.thread.summary.isHidden()
    assert model.asked == []


def test_a_model_in_the_cloud_sums_up_where_the_person_says_so(
    model: Model, driver: WindowDriver, house: TestHouse
) -> None:
    model.at(AgentPlace.CLOUD)
    house.settings.change("assistant.cloud_summaries", True)
    driver.open_first()
    driver.until(lambda: LINE in driver.thread.summary.accessibleName())


def test_the_place_is_there_before_the_words_and_stays_when_none_come(
    model: Model, driver: WindowDriver
) -> None:
    model.failure = Unavailable("qwen3:8b can't be reached.")
    driver.open_first()
    summary = driver.thread.summary
    driver.until(lambda: "can't be reached" in summary.accessibleName())
    assert summary.isVisible()
    assert summary.accessibleName() == ("There is no summary now: qwen3:8b can't be reached.")


def test_a_short_conversation_has_none(
    monkeypatch: pytest.MonkeyPatch, house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    house.add(mail())
    model, driver = Model(monkeypatch, house), open_window()
    driver.until(lambda: bool(driver.rows()))
    driver.open_first()
    assert driver.thread.summary.isHidden()
    assert model.asked == []
