"""Takes the screenshots of the documentation, from the real application on the sample mailbox.

`python -m tests.end_to_end.take_screenshots FOLDER [--theme dark] [--size 900x600] [--text 150]
[--import FOLDER_OF_MAIL] [--only SCENE …]`. A scene that can't be reached is said, and passed over.
"""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from desktop_app.app import opened
from desktop_app.model.bridge import LOCAL_PROGRAM
from desktop_app.model.draft import Author, Origin
from desktop_app.tools.calls.caller import Caller
from tests.end_to_end.desk import Desk, Failed, a_desk

SETTLE = 0.8
PAGE_BYTES = 8192
MAILS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "newsletter": ("subject:quarter-sawn", "Grain Letter"),
        "phishing": ("subject:closed", "Harbour Bank"),
        "hidden-text": ("from:quick", "Vera Quick"),
        "cjk": ("from:田中", "田中"),
        "rtl": ("from:منصور", "منصور"),
        "long-thread": ("subject:open subject:day", "Open day"),
        "thread": ("lease", "Lease renewal"),
    }
)
"""Picture: what is searched for, and words of the row that is opened."""


class Camera:
    """The desk, and the folder the pictures go to."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.folder = desk, folder

    def shoot(self, name: str, *, settle: float = SETTLE) -> None:
        """A picture once everything has come to rest."""
        time.sleep(settle)
        self.desk.screenshot(self.folder / f"{name}.png")

    def read(self, name: str) -> None:
        query, row = MAILS[name]
        self.desk.at("type", "Search mail", text=query)
        time.sleep(SETTLE)
        self.desk.at("select", "Conversations", row=row)
        self.desk.at("wait", "Messages")
        time.sleep(SETTLE)

    def keys(self, *keys: str, on: str = "Conversations") -> None:
        self.desk.focus()
        self.desk.at("focus", on)
        self.desk.keys(*keys)

    def act(self, action: str) -> None:
        """Do an action by its words, from the command palette."""
        self.keys("ctrl+k", on="Search mail")
        self.desk.at("type", "Command", text=action)
        self.desk.keys("Return")


def reading(camera: Camera) -> None:
    camera.shoot("inbox")
    for name in MAILS:
        camera.read(name)
        camera.shoot(name)


def original(camera: Camera) -> None:
    camera.read("newsletter")
    camera.keys("shift+v", on="Conversations")
    camera.shoot("original", settle=3.0)
    camera.keys("shift+v", on="Conversations")


def hidden(camera: Camera) -> None:
    camera.read("hidden-text")
    camera.desk.at("press", "Show")
    camera.shoot("hidden-text-shown")


def states(camera: Camera) -> None:
    camera.desk.at("type", "Search mail", text="nothingfitsthisquery")
    camera.shoot("empty")
    camera.desk.at("type", "Search mail", text="after:nonsense ")
    camera.shoot("query-error")


def dialogs(camera: Camera) -> None:
    camera.read("thread")
    camera.keys("ctrl+k")
    camera.shoot("palette")
    leave(camera)
    camera.keys("question")
    camera.shoot("help")
    leave(camera)
    camera.keys("l")
    camera.shoot("labels")
    leave(camera)
    camera.keys("ctrl+comma")
    for page in ("Privacy", "Assistant", "Look"):
        camera.desk.at("press", page, role="page tab")
        camera.shoot("settings" if page == "Look" else f"settings-{page.lower()}")
    leave(camera)
    for action, name in (
        ("Accounts…", "accounts"),
        ("Activity record", "activity"),
        ("Who writes most", "senders"),
    ):
        camera.act(action)
        camera.shoot(name)
        leave(camera)


def leave(camera: Camera) -> None:
    """Close what is in front; a dialog has no window manager here to give it the keyboard."""
    camera.desk.keys("Escape")
    time.sleep(0.3)


def reviewing(camera: Camera) -> None:
    desk = camera.desk
    camera.read("thread")
    desk.at("press", "Starter assistant", prefix=True)
    desk.at("wait", "This conversation", prefix=True)
    camera.shoot("assistant-empty")
    desk.at("type", "Assistant prompt", text="reply saying that 1 February is all right")
    desk.at("press", "Ask")
    desk.at("wait", "Review: Re:", prefix=True)
    camera.shoot("assistant")
    desk.at("press", "Review: Re:", prefix=True)
    body = desk.at("text", "Draft body")
    camera.shoot("review-plain")
    desk.at("type", "Draft body", text=body.replace("is all right", "suits us well [date]"))
    camera.shoot("review")
    desk.at("type", "Draft body", text=body.replace("is all right", "suits us well"))
    desk.focus()
    desk.keys("ctrl+d")
    camera.shoot("changes")
    desk.at("press", "Send to Dana", prefix=True)
    desk.at("wait", "Undo send", prefix=True)
    camera.shoot("undo")


def drafts(camera: Camera) -> None:
    camera.act("Go to Outbox")
    camera.shoot("outbox")
    for tab in ("To review", "My drafts", "Ignored"):
        camera.desk.at("press", tab, role="page tab", prefix=True)
        camera.shoot(f"drafts-{tab.lower().replace(' ', '-')}")


def asking(camera: Camera) -> None:
    """What an assistant and a program ask the person to allow."""
    with opened(camera.desk.profile) as house:
        house.settings.change("policy.mcp_draft", "ask")
        assistant = house.runner(Caller(Author(Origin.ASSISTANT, "Starter assistant")))
        program = house.runner(Caller(Author(Origin.MCP, "Claude Desktop", LOCAL_PROGRAM)))
        rows = assistant.call_by_name("search_messages", {"query": "in:inbox"})[1].unwrap().results
        ids = [row.message_id for row in rows]
        assistant.call_by_name("delete_messages", {"ids": ids[:1]})
        time.sleep(SETTLE)
        camera.act("Go to To review")
        camera.desk.at("wait", "Requests")
        camera.shoot("request-deletion", settle=2)
        words = "Hi Dana,\n\n1 February is all right, at [rent].\n\nAlex"
        lease = program.call_by_name("search_messages", {"query": "lease"})[1].unwrap().results
        given = {"message_id": lease[0].message_id, "body": words}
        program.call_by_name("draft_reply", given)
        camera.shoot("request-draft", settle=2)
        for number, action in enumerate(("archive", "star", "trash", "unread") * 2):
            some = ids[number : number + 1 + number % 4 * 3]
            program.call_by_name("modify_messages", {"ids": some, "action": action})
        camera.shoot("requests-ten", settle=2)


def writing(camera: Camera) -> None:
    """A mail of one's own, without the assistant beside it."""
    camera.keys("c", on="Conversations")
    camera.desk.at("wait", "Draft body")
    camera.shoot("writing")
    camera.desk.keys("Escape")


def failing(camera: Camera) -> None:
    """What is shown when the mail database has been damaged on the disk meanwhile."""
    desk = camera.desk
    desk.at("type", "Search mail", text="")
    time.sleep(SETTLE)
    damage(desk.profile / "mail.db")
    desk.at("select", "Conversations", row="Lease renewal")
    camera.shoot("failed-thread", settle=1.5)
    desk.at("type", "Search mail", text="subject:newsletter")
    camera.shoot("failed-list", settle=1.5)
    camera.act("Accounts…")
    camera.shoot("failed-dialog", settle=1.5)
    leave(camera)


def damage(database: Path) -> None:
    """Overwrite all of it but the first page, as a dying disk would."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE scratch (one)")
        connection.execute("DROP TABLE scratch")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(PAGE_BYTES)
        file.write(b"\xff" * (size - PAGE_BYTES))


def importing(camera: Camera, source: Path) -> None:
    desk = camera.desk
    camera.act("Import mail…")
    desk.at("type", "File name:", text=str(source), role="text")
    desk.at("press", "Import this folder")
    camera.shoot("import", settle=0.4)
    desk.at("wait", "Import finished", prefix=True)
    camera.shoot("import-report")
    leave(camera)


SCENES: Mapping[str, Callable[[Camera], None]] = MappingProxyType(
    {
        "reading": reading,
        "original": original,
        "hidden": hidden,
        "states": states,
        "dialogs": dialogs,
        "reviewing": reviewing,
        "drafts": drafts,
        "asking": asking,
        "writing": writing,
        "failing": failing,
    }
)


def chosen(only: list[str], source: Path | None) -> dict[str, Callable[[Camera], None]]:
    """The scenes to take."""
    scenes = {**SCENES}
    if source is not None:
        scenes["importing"] = lambda camera: importing(camera, source)
    return {name: scene for name, scene in scenes.items() if not only or name in only}


def take(name: str, scene: Callable[[Camera], None], given: argparse.Namespace) -> None:
    """A scene in a window of its own: what one leaves open does not stand in the next."""
    with (
        tempfile.TemporaryDirectory() as folder,
        a_desk(Path(folder) / "profile", size=given.size) as desk,
    ):
        desk.open(
            DRAFTDESK_LOOK_THEME=given.theme,
            DRAFTDESK_LOOK_TEXT_PERCENT=given.text,
            DRAFTDESK_LOOK_DENSITY=given.density,
            DRAFTDESK_MAIL_UNDO_SECONDS="60",
        )
        desk.at("wait", "Conversations")
        width, height = given.size.split("x")
        desk.place(int(width), int(height))
        try:
            scene(Camera(desk, given.folder))
        except Failed as error:
            print(f"{name}: {error}", file=sys.stderr)


def arguments() -> argparse.ArgumentParser:
    """What all pictures have in common."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default="light")
    parser.add_argument("--size", default="1360x860")
    parser.add_argument("--text", default="100", help="text size in percent")
    parser.add_argument("--density", default="comfortable")
    parser.add_argument("--only", nargs="*", default=[])
    return parser


def main() -> None:
    parser = arguments()
    parser.add_argument("--import", dest="source", type=Path)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, scene in chosen(given.only, given.source).items():
        take(name, scene, given)


if __name__ == "__main__":
    main()
