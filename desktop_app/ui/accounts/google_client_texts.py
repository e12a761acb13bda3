"""Long texts of adding a Google account: how to make a client, what Google warns of."""

from __future__ import annotations

CONSOLE = "https://console.cloud.google.com/projectcreate"
GMAIL_API = "https://console.cloud.google.com/apis/library/gmail.googleapis.com"
CLIENTS = "https://console.cloud.google.com/auth/clients"

STEPS: tuple[tuple[str, str, str], ...] = (
    ("Make a project in the Google Cloud console. Any name will do.", "Open the console", CONSOLE),
    (
        """Switch on the Gmail API in it; the Drive and Calendar APIs too, if your assistant is to
        read those.""",
        "Open the Gmail API",
        GMAIL_API,
    ),
    (
        """Under Google Auth Platform choose a name for the app and the audience External, and add
        your own address as a test user.""",
        "",
        "",
    ),
    (
        """Under Clients make one of the type Desktop app, download its JSON file, and choose it
        above.""",
        "Open Clients",
        CLIENTS,
    ),
)
"""Sentence, words of its link, address. Source: https://support.google.com/cloud/answer/15549257"""

WHY = (
    "Google lets a program reach your mail through a client that belongs to you. You make one "
    "once, in about five minutes, and it costs nothing."
)
UNVERIFIED = (
    "Google will say that it has not verified this app. That is your own client, so choose "
    "Continue (under Advanced, where it is hidden)."
)
TESTING = (
    "While the project's status is Testing, Google ends every sign-in after 7 days and Draftdesk "
    "asks you to sign in again. Publish the app under Audience to be asked no more."
)
