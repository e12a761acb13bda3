"""Pictures of the web in a mail: which addresses are asked, and where they are put in."""

from __future__ import annotations

import pytest

from desktop_app.mail.reader.remote_pictures import (
    MOST,
    https_address,
    picture_addresses,
    with_pictures,
)

DATA = "data:image/png;base64,AAAA"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("https://a.example/x.png?y=1#z", "https://a.example/x.png?y=1"),
        ("http://A.example", "https://a.example/"),
        (" //a.example/x ", "https://a.example/x"),
        ("https://a.example:443?x", "https://a.example/?x"),
        *((each, "") for each in (
            "http://a.example:8080/", "https://me@a.example/", "cid:1", "data:image/png;base64,A",
            "file:///etc/hostname", "x.png", "https://", "https://[::1]/", "https://a b/",
            "javascript:x", "https://ä.example/", "https://a.example/\x00", "x" * 5000,
        )),
    ],
)  # fmt: skip
def test_an_address_is_asked_as_https_or_not_at_all(written: str, asked: str) -> None:
    assert https_address(written) == asked


def test_each_picture_is_asked_once_in_the_order_of_the_mail() -> None:
    html = (
        '<body background="http://a.example/0"><img src="https://a.example/1">'
        "<div style=\"background: url('//a.example/2')\"><img src='https://a.example/1'>"
        '<img src="cid:own"><video poster="https://a.example/3"></video></div>'
    )
    assert picture_addresses(html) == tuple(f"https://a.example/{n}" for n in range(4))
    many = "".join(f'<img src="https://a.example/{n}">' for n in range(MOST + 40))
    assert len(picture_addresses(many)) == MOST


def test_what_looks_like_a_tracker_is_not_asked() -> None:
    html = (
        '<img src="https://a.example/1"><img src="https://a.example/dot" width="1" height="1">'
        '<img src="https://a.example/open.gif">'
    )
    assert picture_addresses(html) == ("https://a.example/1",)


def test_what_came_is_put_in_and_nothing_else_changes() -> None:
    html = (
        '<p>Words</p><img src="http://a.example/1" srcset="https://a.example/big 2x">'
        '<img src="https://a.example/missing">'
        '<div style="background:url(https://a.example/1)">More</div>'
    )
    out = with_pictures(html, {"https://a.example/1": DATA})
    assert out.count(DATA) == 2
    assert "srcset" not in out
    assert "https://a.example/missing" in out
    assert "Words" in out
    assert "More" in out
