"""Takes the screenshots with a language model: the real application, and a model's server on this
computer that says what is written here.

`python -m tests.end_to_end.take_model_screenshots FOLDER [--theme dark] [--size 900x600]
[--text 150] [--only SCENE …]`. A scene that can't be reached is said, and passed over.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tests.end_to_end.desk import Failed, a_desk
from tests.end_to_end.take_screenshots import Camera, arguments, leave
from tests.fakes.model_server import ModelServer, model_server

ANSWER = """\
Dana asks for **three things** before the lease is renewed:

1. the *tenant's name* as it should stand in the lease,
2. whether **1 February** suits you,
3. a copy of the insurance.

| when | what |
|---|---|
| 1 Feb | new lease begins |
| 14 days before | documents at Northgate |

The form is on [their site](https://northgate-offices.example/forms/lease).
"""
REPLY = "Hello Dana,\n\n1 February suits us. The tenant is Fernhill Joinery Ltd."
LONG = "One moment, I am reading the conversation and will tell you what Dana wants from you. " * 3
CLOUD = "https://models.example/v1"


class Stage(Camera):
    """The camera, and the model that answers."""

    server: ModelServer

    def begin(self, base_url: str, **more: str) -> None:
        """Start the application anew with these settings of the assistant."""
        self.desk.kill()
        rows = {"provider": "openai_compatible", "model": "qwen3:8b", "base_url": base_url}
        lines = [f'{name} = "{value}"' for name, value in rows.items()]
        lines += [f"{name} = {value}" for name, value in more.items()]
        self.desk.profile.mkdir(mode=0o700, exist_ok=True)
        text = "\n".join(["[assistant]", *lines, ""])
        (self.desk.profile / "settings.toml").write_text(text, "utf-8")
        self.desk.open(**self.environment)
        self.desk.at("wait", "Conversations")
        self.desk.place(*self.size)
        self.read("thread")
        self.desk.at("press", "qwen3:8b", prefix=True)
        self.desk.at("wait", "Assistant prompt")

    def ask(self, words: str) -> None:
        self.desk.at("type", "Assistant prompt", text=words)
        self.desk.at("press", "Ask")

    environment: Mapping[str, str] = MappingProxyType({})
    size: tuple[int, int] = (1360, 860)

    @property
    def here(self) -> str:
        return f"{self.server.url}/v1"


def running(stage: Stage) -> None:
    stage.begin(stage.here)
    stage.shoot("model-empty")
    stage.server.turns = [("search_messages", {"query": "lease"}), LONG]
    stage.ask("What does Dana want from me?")
    stage.server.asked.clear()
    stage.desk.at("wait", "Assistant: ", prefix=True)
    stage.server.turns, stage.server.fault = [LONG], "stall"
    stage.ask("And what is urgent?")
    stage.server.asked.wait(20)
    stage.shoot("model-running")
    stage.desk.at("press", "Stop")
    stage.desk.at("wait", "Stopped.")
    stage.server.fault = ""
    stage.shoot("model-stopped")


def failing(stage: Stage) -> None:
    stage.begin(stage.here)
    stage.server.fault = "500"
    stage.ask("What does Dana want from me?")
    stage.desk.at("wait", "Try again")
    stage.shoot("model-error")
    stage.server.fault, stage.server.turns = "", ["Better now."]
    stage.desk.at("press", "Try again")
    stage.desk.at("wait", "Assistant: Better now.")


def proposing(stage: Stage) -> None:
    stage.begin(stage.here)
    stage.server.turns = [
        ("search_messages", {"query": "from:dana lease"}),
        ("get_message", {"number": 1}),
        ANSWER,
    ]
    stage.ask("What does Dana want from me?")
    stage.desk.at("wait", "Assistant: ", prefix=True)
    stage.shoot("model-answer")
    stage.server.turns = [
        ("search_messages", {"query": "from:dana lease"}),
        ("draft_reply", {"number": 1, "body": REPLY}),
        "I have drafted the reply.",
    ]
    stage.ask("Reply that 1 February suits us")
    stage.desk.at("wait", "Draft: Re:", prefix=True)
    stage.desk.at("wait", "Assistant: I have", prefix=True)
    stage.shoot("model-proposal")
    stage.desk.at("press", "What was sent")
    stage.desk.at("wait", "The exact request")
    stage.shoot("model-sent")
    leave(stage)
    stage.desk.at("press", "Earlier conversations")
    stage.desk.at("wait", "Search conversations")
    stage.shoot("model-conversations")
    stage.desk.at("press", "Back")
    stage.desk.at("press", "Review", prefix=True)
    stage.desk.at("wait", "Draft body")
    stage.desk.at("wait", "Data sent", prefix=True, role="page tab")
    stage.keys("ctrl+d", "Right", "Right", on="Draft body")
    stage.shoot("model-review-sent")


def asking(stage: Stage) -> None:
    stage.begin(stage.here, ask_before_sending="true")
    stage.server.turns = ["Nothing urgent."]
    stage.ask("What is urgent?")
    stage.desk.at("wait", "About to send", prefix=True)
    stage.shoot("model-ask-first")
    stage.desk.at("press", "Send request")
    stage.desk.at("wait", "Assistant: Nothing urgent.")


def consenting(stage: Stage) -> None:
    stage.begin(CLOUD)
    stage.ask("What does Dana want from me?")
    stage.desk.at("wait", "Allow and ask again")
    stage.shoot("model-consent")


def choosing(stage: Stage) -> None:
    stage.begin(stage.here)
    stage.keys("ctrl+comma")
    stage.desk.at("press", "Assistant", role="page tab")
    stage.desk.at("press", "Test connection")
    stage.desk.at("wait", "It works", prefix=True)
    stage.shoot("model-settings")
    stage.desk.at("press", "OpenAI: in the cloud")
    stage.shoot("model-settings-key")
    leave(stage)


SCENES: Mapping[str, Callable[[Stage], None]] = MappingProxyType(
    {
        "running": running,
        "failing": failing,
        "proposing": proposing,
        "asking": asking,
        "consenting": consenting,
        "choosing": choosing,
    }
)


def main() -> None:
    given = arguments().parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    width, height = (int(side) for side in given.size.split("x"))
    with (
        tempfile.TemporaryDirectory() as folder,
        model_server() as server,
        a_desk(Path(folder) / "profile", size=given.size) as desk,
    ):
        stage = Stage(desk, given.folder)
        stage.server, stage.size = server, (width, height)
        stage.environment = {
            "DRAFTDESK_LOOK_THEME": given.theme,
            "DRAFTDESK_LOOK_TEXT_PERCENT": given.text,
        }
        for name, scene in SCENES.items():
            if given.only and name not in given.only:
                continue
            try:
                scene(stage)
            except Failed as error:
                print(f"{name}: {error}", file=sys.stderr)
            time.sleep(0.2)


if __name__ == "__main__":
    main()
