"""The document of a program that asks to be let in: fetched as little else is."""

from __future__ import annotations

from threading import Event

import pytest

from desktop_app.accounts.program_document import MOST_BYTES, program_document
from desktop_app.model.errors import Refused, Unavailable
from tests.accounts.test_public_web import HOST, Served, moved, served

__all__ = ["served"]
"""A fixture."""

ADDRESS = f"https://{HOST}/client.json"


def test_it_is_read_where_it_is(served: Served) -> None:
    served.answers["/client.json"] = 200, {}, b"{}"
    assert program_document(served.web, ADDRESS, Event()) == b"{}"
    [asked] = served.asked
    assert not {"cookie", "referer", "authorization", "user-agent"} & set(asked)


@pytest.mark.parametrize("where", [f"https://{HOST}/other.json", "https://inside.example/", "/x"])
def test_it_is_not_followed(served: Served, where: str) -> None:
    served.answers["/client.json"] = moved(where)
    served.answers["/other.json"] = served.answers["/x"] = 200, {}, b"{}"
    with pytest.raises(Refused, match="elsewhere"):
        program_document(served.web, ADDRESS, Event())
    assert len(served.asked) == 1


def test_a_huge_one_is_not_read(served: Served) -> None:
    served.answers["/client.json"] = 200, {}, b"x" * (MOST_BYTES + 1)
    with pytest.raises(Unavailable, match="too large"):
        program_document(served.web, ADDRESS, Event())


@pytest.mark.parametrize("address", ["https://inside.example/c", "http://pictures.example/c"])
def test_nothing_of_the_persons_network_is_asked(served: Served, address: str) -> None:
    with pytest.raises(Refused):
        program_document(served.web, address, Event())
    assert not served.asked
