"""Takes the screenshots of the documentation, from the real application on the sample mailbox.

`python -m tests.end_to_end.take_screenshots FOLDER [--theme dark] [--size 900x600]`
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.end_to_end.desk import Desk, a_desk

SETTLE = 0.8


def shoot(desk: Desk, folder: Path, name: str) -> None:
    """A picture once everything has come to rest."""
    time.sleep(SETTLE)
    desk.screenshot(folder / f"{name}.png")


def reading(desk: Desk, folder: Path) -> None:
    shoot(desk, folder, "inbox")
    desk.at("type", "Search mail", text="lease")
    desk.at("select", "Conversations", row="Lease renewal")
    desk.at("wait", "Messages")
    shoot(desk, folder, "thread")
    for query, name in (
        ("subject:quarter-sawn", "newsletter-reader"),
        ("subject:closed", "phishing"),
        ("subject:floor", "hidden-text"),
        ("from:田中", "cjk"),
        ("من خشب", "rtl"),
    ):
        desk.at("type", "Search mail", text=query)
        time.sleep(SETTLE)
        desk.at("select", "Conversations", row="")
        shoot(desk, folder, name)
    desk.at("type", "Search mail", text="nothingfitsthisquery")
    shoot(desk, folder, "empty")
    desk.at("type", "Search mail", text="after:nonsense ")
    shoot(desk, folder, "query-error")


def reviewing(desk: Desk, folder: Path) -> None:
    desk.at("type", "Search mail", text="lease")
    time.sleep(SETTLE)
    desk.at("select", "Conversations", row="Lease renewal")
    desk.at("press", "Starter assistant", prefix=True)
    desk.at("wait", "This conversation", prefix=True)
    shoot(desk, folder, "assistant-empty")
    desk.at("type", "Assistant prompt", text="reply saying that 1 February is all right")
    desk.at("press", "Ask")
    desk.at("wait", "Review")
    shoot(desk, folder, "assistant-proposal")
    desk.at("press", "Review")
    body = desk.at("text", "Draft body")
    desk.at("type", "Draft body", text=body.replace("is all right", "suits us well [date]"))
    shoot(desk, folder, "review-checks")
    desk.at("type", "Draft body", text=body.replace("is all right", "suits us well"))
    desk.focus()
    desk.keys("ctrl+d")
    shoot(desk, folder, "review-changes")
    desk.at("press", "Send to Dana", prefix=True)
    desk.at("wait", "Undo send", prefix=True)
    shoot(desk, folder, "undo")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--theme", default="light")
    arguments.add_argument("--size", default="1360x860")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        a_desk(Path(folder) / "profile", size=given.size) as desk,
    ):
        desk.open(DRAFTDESK_LOOK_THEME=given.theme, DRAFTDESK_MAIL_UNDO_SECONDS="60")
        desk.at("wait", "Conversations")
        width, height = given.size.split("x")
        desk.place(int(width), int(height))
        reading(desk, given.folder)
        reviewing(desk, given.folder)


if __name__ == "__main__":
    main()
