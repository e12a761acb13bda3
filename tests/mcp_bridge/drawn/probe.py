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
        engine.unfold()
        card = engine.card()
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


def used(bridge: Served, desk: Desk, names: list[str], *, own: bool) -> Any:
    """A card by keys alone, edited, brought home, and with the host's look changed."""
    from tests.mcp_bridge.drawn.engine import Engine

    engine = Engine()
    [(_, draft_id)] = made(bridge.house, program(bridge), names[:1])
    desk.show("get_draft", {"draft_id": draft_id})
    engine.open(desk.address(own=own, theme="light"))
    found: dict[str, Any] = {"stops": engine.stops(), "light": engine.ground()}
    engine.run("context({ theme: 'dark' })")
    engine.wait_in_card("document.documentElement.dataset.theme === 'dark'")
    found["dark"] = engine.ground()
    engine.press("Review in Draftdesk")
    found["home"] = engine.card(lambda card: bool(card["said"]))["said"]
    engine.press("Edit")
    engine.in_card("document.getElementById('words').value = 'Changed in the card. <b>'")
    found["form"] = engine.stops()
    engine.press("Save the change")
    found["saved"] = engine.card(lambda card: card["said"].startswith("Saved"))
    draft = bridge.house.store.drafts.get(draft_id)
    found["stored"] = [draft.content.body, draft.revision, draft.author.name, str(draft.state)]
    bridge.house.store.drafts.ignore(draft_id, now=bridge.house.now)
    engine.in_card("window.dispatchEvent(new Event('focus'))")
    found["ignored"] = engine.card(lambda card: card["phase"] == "ignored")
    found["size"] = engine.run(
        "window.heard.some(([what, of]) => what === 'size' && of.height > 100)"
    )
    found["wishes"] = [each.draft_id == draft_id for each in bridge.house.wishes]
    found |= quiet(bridge)
    return found


def lists(bridge: Served, desk: Desk, names: list[str], *, own: bool) -> Any:
    """The cards of mails, of a request, and of free times."""
    from tests.mcp_bridge.drawn.engine import Engine

    engine = Engine()
    found: dict[str, Any] = {}
    desk.show("search_messages", {"query": "from:dana", "max_results": 3})
    [first, *_] = desk.given["result"]["structuredContent"]["results"]
    found["mails"] = engine.open(desk.address(own=own, theme="dark"))
    found["snippets"] = engine.in_card("document.getElementById('body').textContent")
    engine.press("Open in Draftdesk")
    engine.card(lambda card: card["said"].startswith("Draftdesk shows it"))
    engine.press("Ask about it")
    engine.card(lambda card: card["said"] == "Asked in the chat.")
    heard = json.loads(engine.run("JSON.stringify(window.heard)"))
    found["asked"] = [of["content"] for what, of in heard if what == "ui/message"]
    found["id"], found["wishes"] = first["message_id"], len(bridge.house.wishes)
    asked = desk.call("delete_messages", {"ids": [first["message_id"]]})["structuredContent"]
    desk.show("get_request", {"request_id": asked["request_id"]})
    found["request"] = engine.open(desk.address(own=own, theme="light"))
    found["request_words"] = engine.in_card("document.getElementById('body').innerText")
    free = {"free": ["Mon 30 Nov: 9:00 to 11:00 <b>"], "results": [], "count": 0}
    [(_, draft_id)] = made(bridge.house, program(bridge), ["reply"])
    desk.show("get_draft", {"draft_id": draft_id})
    alone = desk.address(own=False, theme="light")
    found["alone"] = engine.open(f"{alone}&tools=no")["standing"]
    desk.given = {"arguments": {}, "result": {"content": [], "structuredContent": free}}
    found["times"] = engine.open(desk.address(own=own, theme="light"))
    found["times_words"] = engine.in_card("document.getElementById('body').innerText")
    return found


FORGED = 560


def forged(bridge: Served, desk: Desk, names: list[str], *, own: bool) -> Any:
    """A host or a program that says anything to the card, and answers its calls with anything."""
    from tests.mcp_bridge.drawn.engine import Engine
    from tests.mcp_bridge.drawn.forging import forged_messages

    engine = Engine()
    [(_, draft_id)] = made(bridge.house, program(bridge), names[:1])
    desk.show("get_draft", {"draft_id": draft_id})
    engine.open(desk.address(own=False, theme="light"))
    before = bridge.house.store.drafts.get(draft_id)
    sent = 0
    for message in forged_messages(draft_id, FORGED if len(names) > 1 else FORGED // 10):
        engine.run(f"forge({json.dumps(message)})")
        sent += 1
    engine.rest(500)
    engine.in_card("for (const one of document.querySelectorAll('button')) one.click()")
    engine.rest(500)
    card = engine.card()
    heard = json.loads(engine.run("JSON.stringify(window.heard)"))
    return {
        "sent": sent,
        "odd": card["odd"],
        "title": card["title"],
        "methods": sorted({what for what, _ in heard}),
        "tools": sorted({params["name"] for what, params in heard if what == "tools/call"}),
        "same": before == bridge.house.store.drafts.get(draft_id),
        **quiet(bridge),
    }


def quiet(bridge: Served) -> dict[str, int]:
    """Nothing of it sends or allows."""
    house = bridge.house
    return {
        "outbox": house.store.outbox.count_open(),
        "woken": house.postman.woken,
        "requests": house.store.requests.count_open(),
    }


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


WHAT = {"compare": compare, "used": used, "lists": lists, "forged": forged}


if __name__ == "__main__":
    main(*sys.argv[1:])
