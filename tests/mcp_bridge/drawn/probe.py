"""Draws cards in the web engine, for test_drawn.py: `probe WHAT OWN [names…]`. Prints one line of
JSON."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from desktop_app.model.draft import Origin
from desktop_app.tools.runner import Runner
from desktop_app.ui.window.application import make_application
from tests.fakes.bridge import Served, served
from tests.fakes.house import open_house
from tests.mcp_bridge.drawn.desk import Desk
from tests.mcp_bridge.drawn.drafts import cases, filled, made

PICTURES = os.environ.get("DRAFTDESK_CARD_PICTURES", "")


def program(bridge: Served) -> Runner:
    """The program at the bridge, without the bound of its proposals a minute."""
    return bridge.house.runner(
        Origin.MCP, "Test program", caller=bridge.client_id, scope=lambda: frozenset({"work"})
    )


def compare(bridge: Served, desk: Desk, names: list[str], *, own: bool) -> Any:
    """What the card and the review show of each draft."""
    from desktop_app.mail.drafts.compose import whole_text
    from tests.mcp_bridge.drawn.drafts import review
    from tests.mcp_bridge.drawn.engine import Engine

    engine, found = Engine(), {}
    for number, (name, draft_id) in enumerate(made(bridge.house, program(bridge), names)):
        desk.show("get_draft", {"draft_id": draft_id})
        theme = ("light", "dark")[number % 2]
        card = engine.open(desk.address(own=own, theme=theme))
        if PICTURES:
            engine.picture(Path(PICTURES) / f"{name.replace(' ', '-')}-{theme}.png")
        while card["more"]:
            before = len(card["text"])
            engine.press("Show more of the text")
            card = engine.card(lambda c, before=before: len(c["text"]) > before)
        draft, shown = review(bridge.house, draft_id)
        found[name] = {
            "card": card,
            "review": {
                "people": [
                    {"field": r.field, "who": str(r.address), "badges": [str(b) for b in r.badges],
                     "whence": r.whence}
                    for r in shown.recipients
                ],
                "checks": [[str(c.level), c.text] for c in shown.checks],
                "text": whole_text(draft.content),
                "subject": draft.content.subject,
                "formatted": draft.content.content_type == "text/html",
            },
            "errors": engine.run("window.failed"),
            "asked": [each["name"] for each in desk.calls],
        }  # fmt: skip
        desk.calls.clear()
    return found


def main(what: str, own: str, *names: str) -> None:
    app = make_application(Path())
    with tempfile.TemporaryDirectory() as folder:
        for house in open_house(Path(folder)):
            filled(house)
            with served(house) as bridge:
                desk = Desk(bridge)
                try:
                    result = WHAT[what](bridge, desk, list(names or cases()), own=own == "own")
                    print(json.dumps(result))
                    sys.stdout.flush()
                finally:
                    desk.end()
    app.processEvents()
    os._exit(0)  # the engine takes seconds to end, and nothing waits for it


WHAT = {"compare": compare}


if __name__ == "__main__":
    main(*sys.argv[1:])
