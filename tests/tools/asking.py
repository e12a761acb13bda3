"""The person's answers to what assistants ask for."""

from __future__ import annotations

from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import requests
from desktop_app.tools.person.requests import Answer, Answered, RequestCard
from tests.fakes.house import TestHouse


def answer(
    house: TestHouse, request_id: int, *, allow: bool, without: tuple[str, ...] = ()
) -> Answered:
    given = Answer(request_id=request_id, allow=allow, without=without)
    params = requests.AnswerRequests(answers=(given,))
    return house.runner().call(requests.ANSWER_REQUESTS, params).unwrap()


def cards(house: TestHouse) -> tuple[RequestCard, ...]:
    return house.runner().call(requests.LIST_REQUESTS, NoParams()).unwrap().requests
