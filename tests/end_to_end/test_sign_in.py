"""Adding a Gmail account in the real application, with a real keyring and the fake Google."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path

import pytest
import requests

from tests.end_to_end.desk import Desk, until
from tests.fakes.browser import sign_in
from tests.fakes.google.emulator import ME, Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.fakes.keyring_service import files_holding, missing

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not installed() or bool(missing()), reason="bootstrap.sh test not run"),
]

SUBJECT = "A word from Gmail"


@pytest.fixture
def served() -> Iterator[Google]:
    with google() as running:
        subjects = (SUBJECT, "Budget", "Lunch")
        for subject in subjects:
            raw = mail(subject, message_id=f"{subject[:3]}@x.example", to=ME, date=formatdate())
            running.emulator.fill([Mail(raw)])
        yield running


def open_window(desk: Desk, served: Google, **more: str) -> None:
    client = {"GMAIL_CLIENT_ID": "client-1", "GMAIL_CLIENT_SECRET": "s3cret"}
    desk.open(**client, **served.environment, **more)
    desk.at("wait", "Conversations")


OWN_CLIENT = "Gmail with a Google client of your own"


def act(desk: Desk, action: str) -> None:
    """Do an action by its words, from the command palette."""
    desk.focus()
    desk.at("focus", "Search mail")
    desk.keys("ctrl+k")
    desk.at("type", "Command", text=action)
    desk.at("focus", "Command")
    desk.keys("Return")


def go_through(desk: Desk, *permissions: str) -> None:
    """The wizard, from the first page to the last, with a browser beside it. `permissions` are
    given besides reading and writing."""
    act(desk, "Add account…")
    desk.at("press", OWN_CLIENT, role="radio button")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "The client from GMAIL_CLIENT_ID", role="radio button")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "Organise your mail", role="check box")
    for permission in ("Keep drafts and send", *permissions):
        desk.at("press", permission, role="check box")
    desk.at("press", "Next", prefix=True)
    page = sign_in(desk.reads("Sign-in address", "http"))
    assert "You are signed in" in page.text
    desk.at("wait", f"You are signed in as {ME}.")
    desk.at("press", "Finish", prefix=True)
    desk.at("gone", "Finish", prefix=True)


@pytest.mark.usefixtures("keyring")
def test_from_the_wizard_to_the_first_mail(desk: Desk, served: Google) -> None:
    open_window(desk, served)
    go_through(desk)
    rows = until(lambda: [r for r in desk.at("children", "Conversations") if SUBJECT in r])
    assert rows
    [token] = {refresh for refresh, _ in served.proxy._pairs}
    folder = Path(desk.environment["HOME"])
    assert files_holding(token, folder, desk.profile) == []


@pytest.mark.usefixtures("keyring")
def test_a_revoked_sign_in_is_renewed_from_its_one_card(desk: Desk, served: Google) -> None:
    open_window(desk, served)
    go_through(desk)
    refresh = served.proxy._pairs[0][0]
    requests.post(served.proxy.revoke_uri, data={"token": refresh}, timeout=10)
    desk.at("press", "Sync")
    words = f"{ME}: The sign-in has ended. Your mail and drafts here stay usable."
    desk.at("wait", words)
    desk.at("press", "Sign in…")
    sign_in(desk.reads("Sign-in address", "http"))
    desk.at("gone", words)
    status = desk.command("status")
    assert [a["signed_in"] for a in status["accounts"] if a["kind"] == "google"] == [True]


@pytest.mark.campaign(
    small="tests/end_to_end/test_sign_in.py::test_from_the_wizard_to_the_first_mail"
)
def test_without_a_keyring_it_can_be_kept_for_the_session(desk: Desk, served: Google) -> None:
    open_window(desk, served, PYTHON_KEYRING_BACKEND="keyrings.alt.file.PlaintextKeyring")
    act(desk, "Add account…")
    desk.at("press", OWN_CLIENT, role="radio button")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "The client from GMAIL_CLIENT_ID", role="radio button")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "Organise your mail", role="check box")
    desk.at("press", "Next", prefix=True)
    desk.at("press", "Keep it for this session only")
    sign_in(desk.reads("Sign-in address", "http"))
    desk.at("wait", "The sign-in is kept for this session only.")
    [token] = {refresh for refresh, _ in served.proxy._pairs}
    assert files_holding(token, Path(desk.environment["HOME"]), desk.profile) == []
