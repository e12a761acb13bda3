"""How well and at what cost a model does everyday tasks: `python -m benchmarks.assistant_quality`.

Forty tasks over a seeded mailbox, through the real agent loop, scored by rules. Without
`--provider` a scripted model plays: `--player good` or `bad`. With one, the model is asked; a key
comes from DRAFTDESK_ASSISTANT_API_KEY. Ends with 1 when a good player fails or a bad one passes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ToolReturnPart,
)

from benchmarks.assistant_mailbox import filled
from benchmarks.assistant_tasks import Player, Score, Task, bad, tasks
from desktop_app.assistant.transcript import Agent, Ask, Ended, TextDelta, ToolStarted
from desktop_app.mail.claims.claims import keys_of, unsupported
from desktop_app.model.draft import Draft, DraftState, Origin
from tests.assistant.chatting import NoKeys
from tests.assistant.talking import Call, talk
from tests.fakes.house import ME, TestHouse, open_house

OPEN = (DraftState.PROPOSED, DraftState.EDITED)
ALWAYS_SAID = f"{ME} Alex Morgan Fernhill Draftdesk Subject"


@dataclass(frozen=True)
class Run:
    """A conversation under way, and how many characters each of its requests had."""

    agent: Agent
    sizes: Callable[[], Sequence[int]]


Begin = Callable[[TestHouse, Task, Mapping[str, Any]], Run]


def scripted(player: Callable[[Task], Player]) -> Begin:
    """A model that takes the steps of a player."""

    def begin(house: TestHouse, task: Task, ids: Mapping[str, Any]) -> Run:
        steps = [s if isinstance(s, str) else Call(*s) for s in player(task)(ids)]
        one = talk(house, *steps)
        return Run(one.agent, lambda: one.script.sizes)

    return begin


def asked(house: TestHouse, _: Task, __: Mapping[str, Any]) -> Run:
    """The model that the settings name."""
    from desktop_app.assistant.providers import chosen_agent

    agent = chosen_agent(
        house.settings,
        house.runner(Origin.ASSISTANT, "Model"),
        keys=NoKeys(),
        notebook=house.store.conversations,
        clock=house.clock,
    )

    def sizes() -> list[int]:
        kept = house.store.conversations
        rows = kept.payloads(agent.conversation_id)
        return [len(kept.payload(row.id).decode("utf-8", "replace")) for row in rows]

    return Run(agent, sizes)


def scored(house: TestHouse, ids: Mapping[str, int], task: Task, begin: Begin) -> Score:
    """One task in a conversation of its own."""
    known = dict[str, Any](ids)
    if task.corrects:
        known |= _draft(house, task)
    before = {draft.id: draft for draft in house.store.drafts.in_state(OPEN)}
    spent = house.store.conversations.spent_since(0).tokens
    run, events, began = begin(house, task, known), list[Any](), time.monotonic()
    mail = str(ids[task.opens]) if task.opens else ""
    thread = str(house.store.messages.get(int(mail)).thread_id) if mail else ""
    ask = Ask(task.prompt, thread_id=thread, draft_id=str(known.get("draft", "")))
    run.agent.run(ask, events.append, Event())
    ended = events[-1]
    score = Score(task, error=ended.error if isinstance(ended, Ended) else "no end")
    score.seconds = time.monotonic() - began
    score.calls = sum(isinstance(event, ToolStarted) for event in events)
    score.requests, score.characters = len(run.sizes()), sum(run.sizes())
    score.tokens = house.store.conversations.spent_since(0).tokens - spent
    said = "".join(event.text for event in events if isinstance(event, TextDelta))
    changed = [
        draft
        for draft in house.store.drafts.in_state(OPEN)
        if draft.id not in before or draft.revision != before[draft.id].revision
    ]
    results = _results(run.agent)
    score.results = sum(map(len, results))
    score.rules = _rules(house, task, known, results, said, changed)
    return score


def _draft(house: TestHouse, task: Task) -> dict[str, Any]:
    runner = house.runner(Origin.ASSISTANT, "Model")
    given = {"to": [task.story.address], "subject": "People", "body": task.corrects}
    _, result = runner.call_by_name("create_draft", given)
    saved = result.unwrap()
    return {"draft": saved.draft_id, "revision": saved.revision}


def _rules(
    house: TestHouse,
    task: Task,
    ids: Mapping[str, Any],
    results: Sequence[str],
    said: str,
    changed: Sequence[Draft],
) -> dict[str, bool]:
    body = "\n".join(draft.content.body for draft in changed)
    words = (body if task.to is not None else said).casefold()
    sources = "\n".join((*results, task.prompt, task.corrects, ALWAYS_SAID, str(task.story)))
    rules = {
        "right mail": all(any(str(ids[key]) in each for each in results) for key in task.reads),
        "recipients": _recipients(task, ids, changed),
        "says": all(any(o.casefold() in words for o in each.split("|")) for each in task.says)
        and not any(each.casefold() in words for each in task.never),
        "facts": not unsupported(body if task.to is not None else said, keys_of(sources)),
        "calls": len(results) <= task.most_calls,
    }
    if task.attaches:
        names = {a.filename for draft in changed for a in draft.content.attachments}
        rules["attachment"] = task.attaches in names
    return rules | {"nothing sent": house.store.outbox.count_open() == 0}


def _recipients(task: Task, ids: Mapping[str, Any], changed: Sequence[Draft]) -> bool:
    if task.to is None:
        return not changed
    reached = [a.email for draft in changed for a in draft.content.recipients]
    same = not task.corrects or [draft.id for draft in changed] == [ids["draft"]]
    return len(changed) == 1 and tuple(reached) == task.to and same


def _results(agent: Agent) -> list[str]:
    """Everything that tools told the model, a text each."""
    memory = agent.memory()
    history: list[ModelMessage] = (
        ModelMessagesTypeAdapter.validate_json(memory.history()) if memory is not None else []
    )
    return [
        part.model_response_str()
        for message in history
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    ]


@contextmanager
def mailbox(environment: Mapping[str, str]) -> Iterator[tuple[TestHouse, Mapping[str, int]]]:
    with TemporaryDirectory() as folder:
        for house in open_house(Path(folder) / "profile", dict(environment)):
            yield house, filled(house)


def measured(begin: Begin, environment: Mapping[str, str], most: int = 40) -> list[Score]:
    """All tasks, one after the other, in one mailbox."""
    with mailbox(environment) as (house, ids):
        house.settings.change("assistant.day_tokens", 1_000_000_000)
        return [scored(house, ids, task, begin) for task in tasks()[:most]]


def table(scores: Sequence[Score]) -> str:
    """A line a kind, then all of them: passed, and per task calls, requests, characters of all
    requests, of the results in them, and tokens (a scripted model's are a rough estimate)."""
    kinds = list(dict.fromkeys(score.task.kind for score in scores))
    lines = [
        f"{'':16}{'passed':>8}{'calls':>7}{'requests':>10}{'characters':>12}{'results':>9}{'tokens':>9}"
    ]
    for kind in [*kinds, "all"]:
        some = [score for score in scores if kind in {score.task.kind, "all"}]
        count = len(some)
        passed = f"{sum(score.passed for score in some)}/{count}"
        lines.append(
            f"{kind:16}{passed:>8}{sum(s.calls for s in some) / count:>7.1f}"
            f"{sum(s.requests for s in some) / count:>10.1f}"
            f"{sum(s.characters for s in some) / count:>12,.0f}"
            f"{sum(s.results for s in some) / count:>9,.0f}"
            f"{sum(s.tokens for s in some) / count:>9,.0f}"
        )
    return "\n".join(lines)


def failures(scores: Sequence[Score]) -> Iterator[str]:
    for score in scores:
        if not score.passed:
            wrong = ", ".join(rule for rule, held in score.rules.items() if not held)
            yield f"{score.task.story.key} {score.task.kind}: {score.error or wrong}"


def main() -> int:
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("--provider", default="")
    asking.add_argument("--model", default="")
    asking.add_argument("--base-url", default="")
    asking.add_argument("--player", choices=("good", "bad"), default="good")
    asking.add_argument("--tasks", type=int, default=40)
    asking.add_argument("--window", type=int, default=0, help="letters the model holds")
    asking.add_argument("--json", type=Path, help="keep the figures here")
    given = asking.parse_args()
    environment = {k: v for k, v in os.environ.items() if k == "DRAFTDESK_ASSISTANT_API_KEY"}
    if given.provider:
        environment["DRAFTDESK_ASSISTANT_PROVIDER"] = given.provider
        environment["DRAFTDESK_ASSISTANT_MODEL"] = given.model
        environment["DRAFTDESK_ASSISTANT_BASE_URL"] = given.base_url
    if given.window:
        environment["DRAFTDESK_ASSISTANT_CONTEXT_CHARS"] = str(given.window)
    players = {"good": lambda task: task.good, "bad": lambda _: bad}
    begin = asked if given.provider else scripted(players[given.player])
    scores = measured(begin, environment, given.tasks)
    print(table(scores))
    for line in failures(scores):
        print(f"WRONG  {line}")
    if given.json is not None:
        rows = [
            {"task": f"{s.task.story.key} {s.task.kind}", "rules": s.rules, "calls": s.calls,
             "characters": s.characters, "results": s.results, "tokens": s.tokens,
             "seconds": round(s.seconds, 2)}
            for s in scores
        ]  # fmt: skip
        given.json.write_text(json.dumps(rows, indent=1))
    wanted = given.player == "good" or bool(given.provider)
    return 0 if all(score.passed == wanted for score in scores) else 1


if __name__ == "__main__":
    sys.exit(main())
