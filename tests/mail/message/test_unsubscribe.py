"""What a mail says of how its list is left."""

from __future__ import annotations

import pytest

from desktop_app.mail.message.unsubscribe import WaysOff, ways_off
from tests.fakes.house import mail

ONE_CLICK = "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
SIGNED = (
    "DKIM-Signature: v=1; a=rsa-sha256; d=news.example; s=a;\r\n"
    " h=From:List-Unsubscribe:\r\n List-Unsubscribe-Post; bh=x; b=y\r\n"
)


def of(named: str, more: str = "") -> WaysOff:
    return ways_off(mail(more=f"List-Unsubscribe: {named}\r\n{more}"))


def test_a_signed_list_with_both_headers_takes_one_press() -> None:
    ways = of(
        "<mailto:off@news.example?subject=off>,\r\n <https://news.example/off?u=1>",
        ONE_CLICK + SIGNED,
    )
    assert ways.one_click == "https://news.example/off?u=1"
    assert ways.mail == "mailto:off@news.example?subject=off"
    assert ways.whom == "news.example"


@pytest.mark.parametrize(
    "more",
    [
        *("", ONE_CLICK, SIGNED, ONE_CLICK * 2 + SIGNED),
        ONE_CLICK + SIGNED.replace("List-Unsubscribe-Post", "Date"),
        "List-Unsubscribe-Post: yes\r\n" + SIGNED,
    ],
)
def test_without_header_or_signature_it_is_a_page(more: str) -> None:
    assert of("<https://news.example/off>", more) == WaysOff(page="https://news.example/off")


def test_plain_http_takes_no_press() -> None:
    ways = of("<http://news.example/off>", ONE_CLICK + SIGNED)
    assert ways == WaysOff(page="http://news.example/off")


@pytest.mark.parametrize(
    "named",
    [
        *("", "https://news.example/off", "<javascript:alert(1)>", "<file:///etc/passwd>", "<>"),
        *("<https://>", "<https://bank.example@evil.example/>", "<mailto:>", "<ftp://x.example/>"),
    ],
)
def test_what_is_no_way_off_is_none(named: str) -> None:
    assert of(named, ONE_CLICK + SIGNED) == WaysOff()


def test_two_headers_are_none() -> None:
    second = "List-Unsubscribe: <https://b.example/>\r\n"
    assert of("<https://a.example/>", second) == WaysOff()
