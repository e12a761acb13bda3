"""Pictures of the web for the Original: asked for by a press, or by themselves only where the
sender is vouched for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Event

import pytest

from desktop_app.model.errors import NotFound, Unavailable
from desktop_app.tools.person import mail_view
from desktop_app.tools.person.mail_view import FETCH_PICTURES, UNPROVEN, FetchPictures
from tests.fakes.house import TestHouse, mail

HTML = '<p>News</p><img src="http://img.example/a.png"><img src="https://img.example/b.png">'


class Fetcher:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def fetch(self, addresses: Sequence[str], cancelled: Event) -> Mapping[str, bytes]:
        del cancelled
        self.asked += addresses
        return {addresses[0]: b"picture"}


@pytest.fixture
def fetcher(house: TestHouse) -> Fetcher:
    house.pictures = Fetcher()
    return house.pictures


def designed(house: TestHouse) -> int:
    raw = mail("News", HTML).replace(b"text/plain", b"text/html")
    return house.add(raw).id


def test_a_press_fetches_what_the_mail_names(house: TestHouse, fetcher: Fetcher) -> None:
    asked = FetchPictures(message_id=designed(house))
    found = house.runner().call(FETCH_PICTURES, asked).unwrap()
    assert fetcher.asked == ["https://img.example/a.png", "https://img.example/b.png"]
    assert (dict(found.found), found.asked) == ({"https://img.example/a.png": b"picture"}, 2)


def test_by_itself_nothing_is_fetched_for_a_sender_nobody_vouches_for(
    house: TestHouse, fetcher: Fetcher
) -> None:
    asked = FetchPictures(message_id=designed(house), unasked=True)
    found = house.runner().call(FETCH_PICTURES, asked).unwrap()
    assert (found.asked, found.why_not, fetcher.asked) == (2, UNPROVEN, [])


def test_by_itself_it_is_fetched_where_the_sender_is_vouched_for(
    house: TestHouse, fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_view, "passed", lambda *_: True)
    asked = FetchPictures(message_id=designed(house), unasked=True)
    assert house.runner().call(FETCH_PICTURES, asked).unwrap().found
    assert len(fetcher.asked) == 2


def test_a_mail_without_a_design_has_no_pictures(house: TestHouse, fetcher: Fetcher) -> None:
    plain, bare = house.add(mail("Plain", "Words")).id, designed(house)
    with pytest.raises(NotFound):
        house.runner().call(FETCH_PICTURES, FetchPictures(message_id=plain)).unwrap()
    house.pictures = None
    with pytest.raises(Unavailable):
        house.runner().call(FETCH_PICTURES, FetchPictures(message_id=bare)).unwrap()
    assert fetcher.asked == []


def test_a_design_without_pictures_asks_nobody(house: TestHouse, fetcher: Fetcher) -> None:
    number = house.add(mail("News", "<p>News</p>").replace(b"text/plain", b"text/html")).id
    found = house.runner().call(FETCH_PICTURES, FetchPictures(message_id=number)).unwrap()
    assert (found.asked, fetcher.asked) == (0, [])
