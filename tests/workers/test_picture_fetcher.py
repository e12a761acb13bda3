"""Pictures of the web for one mail: what counts as one, how much is taken, and an end."""

from __future__ import annotations

from threading import Event
from typing import Any, cast

import pytest

from desktop_app.accounts.public_web import PublicWeb
from desktop_app.model.errors import Unavailable
from desktop_app.workers import picture_fetcher
from desktop_app.workers.picture_fetcher import PictureFetcher, is_picture

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100


class Web:
    """Answers by address; `held` waits until it is let go."""

    def __init__(self, answers: dict[str, bytes]) -> None:
        self.answers, self.held = answers, Event()

    def get(self, address: str, **_: Any) -> bytes:
        if address == "held":
            self.held.wait(20)
        if address not in self.answers:
            raise Unavailable("No.")
        return self.answers[address]


def fetcher(web: Web) -> PictureFetcher:
    return PictureFetcher(cast("PublicWeb", web))


@pytest.mark.parametrize(
    ("data", "yes"),
    [
        (PNG, True),
        (b"\xff\xd8\xff\xe0", True),
        (b"GIF89a", True),
        (b"RIFF\x00\x00\x00\x00WEBP", True),
        (b"<svg onload=x>", False),
        (b"<html>", False),
        (b"RIFF\x00\x00\x00\x00WAVE", False),
        (b"", False),
    ],
)
def test_only_bitmaps_count(data: bytes, yes: bool) -> None:
    assert is_picture(data) is yes


def test_what_fails_or_is_no_picture_is_left_out() -> None:
    web = Web({"a": PNG, "b": b"<html>"})
    assert fetcher(web).fetch(["a", "b", "missing", "a"], Event()) == {"a": PNG}


def test_no_more_is_taken_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_fetcher, "MOST_IN_ALL", 250)
    web = Web(dict.fromkeys("abc", PNG))
    assert set(fetcher(web).fetch(["a", "b", "c"], Event())) == {"a", "b"}


def test_a_stop_brings_what_has_come_so_far() -> None:
    web, stopped = Web({"held": PNG}), Event()
    stopped.set()
    assert fetcher(web).fetch(["held"], stopped) == {}
    web.held.set()
