"""Pictures of the window with a Gmail account:
`python -m tests.end_to_end.take_google_screenshots FOLDER [--theme dark] [--size 900x600]`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from email.utils import formatdate
from pathlib import Path

import requests

from tests.end_to_end.desk import Desk, a_desk, until
from tests.end_to_end.test_sign_in import OWN_CLIENT, act
from tests.fakes.browser import sign_in
from tests.fakes.google.emulator import ME, Mail
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.fakes.keyring_service import kill_daemons, unlock

SUBJECTS = ("Lease renewal", "Lunch", "Oak boards", "Open day", "Invoice 2231", "Holiday rota")


COLOURS = {"Premises": "#fb4c2f", "Timber": "#16a766", "Rota": "#4986e7", "Paid": "#ffad47"}
OLD_DAYS = 700
"""Older than what the wizard downloads: found on the server alone."""


def fill(served: Google) -> None:
    now = time.time()
    labels = [
        served.emulator.label(name, color={"backgroundColor": colour, "textColor": "#ffffff"})
        for name, colour in COLOURS.items()
    ]
    served.emulator.fill(
        [
            Mail(
                mail(
                    f"{subject} {number}" if number else subject,
                    f"Hi Alex,\n\nabout {subject.lower()}: is 1 February all right?\n\nBest\nDana",
                    message_id=f"{number}-{subject[:3]}@lee.example",
                    to=ME,
                    date=formatdate(now - 3600 * number - 60 * place),
                ),
                (*(("INBOX", "UNREAD") if number < 3 else ("INBOX",)), labels[place % len(labels)]),
            )
            for number in range(30)
            for place, subject in enumerate(SUBJECTS)
        ]
    )
    served.emulator.fill(
        [
            Mail(
                mail(
                    f"Lease, first draft {number}",
                    "Hi Alex,\n\nhere is a first draft of the lease.\n\nBest\nDana",
                    message_id=f"old-{number}@lee.example",
                    to=ME,
                    date=formatdate(now - 86_400 * (OLD_DAYS + number)),
                ),
                ("INBOX",),
            )
            for number in range(1, 4)
        ]
    )


def shoot(desk: Desk, folder: Path, name: str, settle: float = 0.8) -> None:
    time.sleep(settle)
    desk.screenshot(folder / f"{name}.png")


def wizard(desk: Desk, folder: Path) -> None:
    act(desk, "Add account…")
    desk.at("press", OWN_CLIENT, role="radio button")
    shoot(desk, folder, "wizard-kind")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "The client from GMAIL_CLIENT_ID", role="radio button")
    shoot(desk, folder, "wizard-client")
    desk.at("press", "Next", prefix=True)
    desk.at("wait", "Organise your mail", role="check box")
    desk.at("press", "Keep drafts and send", role="check box")
    shoot(desk, folder, "wizard-permissions")
    desk.at("press", "Next", prefix=True)
    address = desk.at("text", "Sign-in address")
    shoot(desk, folder, "wizard-browser")
    sign_in(address)
    desk.at("wait", f"You are signed in as {ME}.")
    shoot(desk, folder, "wizard-signed-in")
    desk.at("press", "Finish", prefix=True)


def take(desk: Desk, served: Google, folder: Path) -> None:
    wizard(desk, folder)
    shoot(desk, folder, "sync-under-way", settle=0.5)
    act(desk, "Accounts…")
    shoot(desk, folder, "accounts-under-way")
    desk.keys("Escape")
    until(lambda: any("Lunch" in r for r in desk.at("children", "Conversations")))
    shoot(desk, folder, "gmail-inbox", settle=3.0)
    desk.at("type", "Search mail", text="february from:dana")
    desk.at("select", "Conversations", row="Lease renewal")
    desk.at("wait", "Messages")
    shoot(desk, folder, "gmail-thread")
    until(lambda: not desk.shows("Pause", prefix=True), seconds=120)
    desk.at("type", "Search mail", text="first draft")
    desk.focus()
    desk.at("focus", "Search mail")
    desk.keys("Return")
    desk.at("wait", "On the server")
    shoot(desk, folder, "server-hits")
    act(desk, "Accounts…")
    shoot(desk, folder, "gmail-accounts")
    desk.keys("Escape")
    refresh = served.proxy._pairs[0][0]
    requests.post(served.proxy.revoke_uri, data={"token": refresh}, timeout=10)
    act(desk, "Check for new mail")
    desk.at("wait", "Sign in…")
    shoot(desk, folder, "re-consent")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--theme", default="light")
    arguments.add_argument("--size", default="1360x860")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as profile,
        google(units_per_minute=6000) as served,
        a_desk(Path(profile) / "profile", size=given.size) as desk,
    ):
        fill(served)
        home = Path(desk.environment["HOME"])
        (home / ".local/share/keyrings").mkdir(parents=True)
        unlock(desk.environment)
        desk.open(
            GMAIL_CLIENT_ID="client-1",
            GMAIL_CLIENT_SECRET="s3cret",
            DRAFTDESK_LOOK_THEME=given.theme,
            **served.environment,
        )
        desk.at("wait", "Conversations")
        width, height = given.size.split("x")
        desk.place(int(width), int(height))
        take(desk, served, given.folder)
        kill_daemons(home)


if __name__ == "__main__":
    main()
