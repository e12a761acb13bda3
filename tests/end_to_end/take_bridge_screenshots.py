"""Takes the pictures of the MCP bridge, from the real application and a real client.

`python -m tests.end_to_end.take_bridge_screenshots FOLDER [--theme dark] [--size 900x600]`
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from mcp import Client

from tests.end_to_end.desk import a_desk
from tests.end_to_end.take_screenshots import Camera, leave
from tests.end_to_end.test_bridge_job import LOCAL, data, over_stdio


async def propose(client: Client) -> None:
    await data(client, "search_messages", query="from:dana lease", max_results=1)
    saved = await data(client, "draft_reply", number=1, body="1 February is all right.")
    await data(client, "send_draft", draft_id=saved["draft_id"], revision=saved["revision"])


def take(camera: Camera) -> None:
    desk = camera.desk
    desk.at("press", "MCP off")
    camera.shoot("bridge-off")
    desk.at("press", "MCP bridge", role="check box")
    desk.at("wait", "On, at http://127.0.0.1:", prefix=True)
    desk.at("press", f"{LOCAL}: Sample mailbox", role="check box")
    desk.at("press", "Try it")
    desk.at("wait", "Show the change for Claude Code")
    desk.at("press", "Show the change for Claude Code")
    camera.shoot("settings-bridge", settle=2.0)
    desk.at("focus", "Name of a program to connect")
    camera.shoot("settings-bridge-programs")
    desk.at("press", "Close", role="push button")
    over_stdio(desk, propose)
    desk.at("wait", "MCP on, 1 program")
    desk.focus()
    desk.keys("g", "r")
    desk.at("wait", "Drafts", role="list")
    desk.keys("Return")
    desk.at("wait", "Draft body")
    camera.shoot("bridge-asks")
    desk.keys("Escape")
    camera.act("Activity record")
    camera.shoot("bridge-activity")
    leave(camera)


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
        desk.open(DRAFTDESK_LOOK_THEME=given.theme, HOME=folder)
        desk.at("wait", "Conversations")
        width, height = given.size.split("x")
        desk.place(int(width), int(height))
        take(Camera(desk, given.folder))


if __name__ == "__main__":
    main()
