"""What a browser does at a sign-in, step by step: the page, the form posted, the way back."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

import requests

from tests.fakes.google.emulator import ME


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((given.get("action", ""), {}))
        elif tag == "input" and self.forms:
            self.forms[-1][1][given.get("name", "")] = given.get("value", "")


def choose(address: str, email: str = ME) -> str:
    """Open the address, choose the account; the address on this computer it leads back to."""
    page = requests.get(address, timeout=20)
    assert page.status_code == 200, page.text
    forms = _Forms()
    forms.feed(page.text)
    action, fields = next(form for form in forms.forms if form[1].get("email") == email)
    reply = requests.post(urljoin(address, action), data=fields, allow_redirects=False, timeout=20)
    assert reply.status_code == 302
    return reply.headers["Location"]


def sign_in(address: str, email: str = ME) -> requests.Response:
    """All of it; the page at the end."""
    return requests.get(choose(address, email), timeout=70)


def deny(address: str) -> requests.Response:
    """What Google does when the person presses Cancel."""
    asked = asked_for(address)
    given = {"error": "access_denied", "state": asked["state"]}
    return requests.get(asked["redirect_uri"], params=given, timeout=20)


def asked_for(address: str) -> dict[str, str]:
    """The query of an address."""
    return {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}
