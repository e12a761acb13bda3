"""The main job with formatting, on the real application: a reply is made formatted, has bold words,
a list and a link, is sent, undone and sent; both parts of the filed mail are what was written."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage

import pytest

from desktop_app.store.store import Store
from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_main_job import open_found, sent, shown_by

pytestmark = pytest.mark.system
SMALL = (
    "tests/end_to_end/test_formatted_job.py::test_formatted_through_the_accessibility_tree_alone"
)

SUBJECT = "Staircase in Elm Road"
FIRST = "Stairs on Friday please."
"""The line with a bold word in it."""

LINES = (FIRST, "bring the plans", "ring the bell", "The way is here")
TARGET = "https://maps.example/elm-road"
HTML = (
    "<div>Stairs on <b>Friday</b> please.</div>\n"
    "<ul>\n"
    "<li>bring the plans</li>\n"
    "<li>ring the bell</li>\n"
    "</ul>\n"
    f'<div>The way is <a href="{TARGET}">here</a></div>'
)
PLAIN = (
    f"Stairs on *Friday* please.\n- bring the plans\n- ring the bell\nThe way is here <{TARGET}>\n"
)
ASKED = '"ring the bell" newer_than:1d'


def parts_of_sent(desk: Desk) -> tuple[str, str]:
    """The HTML and the plain part of the mail that was filed; the application has ended."""
    [found] = sent(desk, ASKED)
    store = Store(desk.profile)
    try:
        raw = store.messages.raw(int(str(found["message_id"])))
    finally:
        store.close()
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    html, plain = message.get_body(("html",)), message.get_body(("plain",))
    assert isinstance(html, EmailMessage)
    assert isinstance(plain, EmailMessage)
    pages = (html.get_content(), plain.get_content())
    first, second = (str(page).replace("\r\n", "\n") for page in pages)
    return first, second


def is_as_written(desk: Desk) -> None:
    html, plain = parts_of_sent(desk)
    assert HTML in html
    assert plain.startswith(PLAIN)


def shows_all(desk: Desk) -> None:
    """The draft has its words, and its looks: only formatted text has a row of formats."""
    desk.reads("Draft body", LINES[-1])
    desk.at("wait", "Formatting")
    assert desk.at("text", "Draft body").splitlines() == list(LINES)


def has_keyboard(desk: Desk, name: str) -> None:
    """Wait until what has this name has the keyboard."""
    seen: list[str] = []

    def there() -> bool:
        seen.append(desk.at("focused")[1])
        return seen[-1] == name

    try:
        until(there)
    except AssertionError as error:
        raise AssertionError(f"{name} has not the keyboard, but {seen[-1]}") from error


def go_to(desk: Desk, name: str) -> None:
    """By Tab to what has this name."""

    def there() -> bool:
        if desk.at("focused")[1] == name:
            return True
        desk.keys("Tab")
        return False

    until(there)


@pytest.mark.campaign(small=SMALL)
def test_formatted_with_the_keyboard_alone(desk: Desk) -> None:
    open_found(desk, "from:omar staircase")
    desk.keys("ctrl+r")
    desk.at("wait", "Send to Omar", prefix=True, enabled=True)
    has_keyboard(desk, "Draft body")
    go_to(desk, "Format the text")
    desk.keys("space")
    desk.at("wait", "Formatting")
    has_keyboard(desk, "Draft body")
    desk.type("Stairs on ")
    desk.keys("ctrl+b")
    desk.type("Friday")
    desk.keys("ctrl+b")
    desk.type(" please.\n- bring the plans\nring the bell\n\nThe way is here")
    desk.keys("ctrl+shift+Left", "ctrl+shift+k")
    has_keyboard(desk, "Where the link leads")
    desk.type(TARGET)
    desk.keys("Return")
    desk.at("gone", "Where the link leads")
    shows_all(desk)
    desk.keys("ctrl+Return")
    desk.at("wait", "Undo send", prefix=True)
    desk.keys("Escape")
    until(lambda: shown_by(desk, "Draft body", "z"))  # letters rest for a second
    shows_all(desk)
    assert sent(desk, ASKED) == []
    desk.at("wait", "Send to Omar", prefix=True, enabled=True)
    desk.keys("ctrl+Return")
    until(lambda: sent(desk, ASKED), seconds=60)
    desk.at("gone", "Undo send", prefix=True)
    assert desk.close() == 0
    is_as_written(desk)


def test_formatted_through_the_accessibility_tree_alone(desk: Desk) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    desk.at("type", "Search mail", text="from:omar staircase")
    desk.at("select", "Conversations", row=SUBJECT)
    desk.at("wait", "Messages")
    desk.at("press", "Reply")
    desk.at("wait", "Send to Omar", prefix=True, enabled=True)
    desk.at("press", "Format the text")
    desk.at("wait", "Formatting")
    desk.at("type", "Draft body", text="\n".join(LINES))
    desk.reads("Draft body", LINES[-1])
    desk.at("mark", "Draft body", words="Friday")
    desk.at("press", "Bold")
    desk.at("mark", "Draft body", words="\n".join(LINES[1:3]))
    desk.at("press", "Bulleted list")
    desk.at("mark", "Draft body", words="here")
    desk.at("press", "Link")
    desk.at("type", "Where the link leads", text=TARGET)
    desk.at("press", "Set link")
    desk.at("gone", "Where the link leads")
    shows_all(desk)
    desk.at("press", "Send to Omar", prefix=True)
    desk.at("press", "Undo send", prefix=True)
    shows_all(desk)
    assert sent(desk, ASKED) == []
    desk.at("wait", "Send to Omar", prefix=True, enabled=True)
    desk.at("press", "Send to Omar", prefix=True)
    desk.at("press", "Send now", prefix=True)
    until(lambda: sent(desk, ASKED))
    desk.at("gone", "Undo send", prefix=True)
    assert desk.close() == 0
    is_as_written(desk)
