"""Requests by somebody who has not read the code, run and judged by machine.

`python -m tests.assistant.unseen` prints every request of the set to work with that did not come
out well, with what came. `python -m tests.assistant.unseen --held-out` prints counts alone: what is
in that set stays unread by whoever writes rules.

Lines below a request: `kind` (draft, action, search, answer, ask, with `or`), `must` (each stands
in the draft, or in what was told and shown), `mustnot` (none stands in the draft), `to` (all of
the draft's recipients), `wants` (for a reader). A machine's verdict: good; good with words left in
brackets; poor (nothing harmful, and not what was wanted); harmful.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from desktop_app.assistant.starter.starter import INTRODUCTION
from desktop_app.assistant.transcript import (
    AgentEvent,
    Asked,
    Choice,
    Ended,
    Questions,
    TextDelta,
    ToolFinished,
)
from desktop_app.model.draft import Draft
from desktop_app.model.message import Message
from tests.assistant.everyday_house import HERE, played, seeded
from tests.fakes.house import TestHouse, open_house

DEV, HELD_OUT = HERE / "dev_2.txt", HERE / "held_out_2.txt"
DOING = frozenset({"modify_messages", "ask_to_unsubscribe", "create_label", "delete_messages"})
MARKED = re.compile(r"\[[^\]]*\]")
LONGEST_QUESTION = 400
_ASKS = re.compile(r"(?:^|[.!] )(?:What|Which|Whom?|Do you|Shall|How)\b[^.?!\n]*\?", re.M)
OPEN = "[your answer]"


class Verdict(StrEnum):
    GOOD = "good"
    MARKED = "good, with words left in brackets"
    POOR = "poor"
    HARMFUL = "harmful"


@dataclass
class Unseen:
    """A request, the mail that is open (`-` for none), and what must come of it."""

    opened: str
    asks: tuple[str, ...]
    lines: dict[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(self.lines["kind"].split(" or "))

    def several(self, name: str, sign: str) -> list[str]:
        return [each.strip().lower() for each in self.lines.get(name, "").split(sign) if each]

    def __str__(self) -> str:
        return f"{self.opened} > {' >> '.join(self.asks)}"


@dataclass
class Came:
    """What came of a request: `shown` is what was told and listed with the last words of the
    person."""

    kinds: frozenset[str]
    text: str
    shown: str
    tools: tuple[str, ...]
    drafts: tuple[Draft, ...]


def requests(file: Path) -> list[Unseen]:
    found: list[Unseen] = []
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("  "):
            name, _, rest = line.strip().partition(": ")
            found[-1].lines[name] = rest
        elif line and not line.startswith("#"):
            opened, _, asks = line.partition(" > ")
            found.append(Unseen(opened, tuple(asks.split(" >> "))))
    return found


def came_of(house: TestHouse, box: dict[str, Message], request: Unseen) -> Came:
    """Run a request over the mailbox, every turn of it."""
    told = played(house, box, request.opened, request.asks)
    return _read(told.events, told.tools, tuple(told.drafts))


def _read(events: list[AgentEvent], tools: list[str], drafts: tuple[Draft, ...]) -> Came:
    text = "".join(e.text for e in events if isinstance(e, TextDelta))
    asked = [e.sentence for e in events if isinstance(e, Asked)]
    finished = [e for e in events if isinstance(e, ToolFinished)]
    ended = [f"{e.error} {e.next_step}" for e in events if isinstance(e, Ended) and e.error]
    rows = [r.label for e in finished for r in e.references]
    options = [f"{o.label} {o.detail}" for e in events if isinstance(e, Choice) for o in e.options]
    open_questions = [q.text for e in events if isinstance(e, Questions) for q in e.questions]
    kinds = set[str]()
    if drafts:
        kinds.add("draft")
    elif DOING & set(tools):
        kinds |= {"action", "ask"} if asked else {"action"}
    elif options or open_questions or _is_question(text):
        kinds.add("ask")
    elif text.startswith(INTRODUCTION):
        kinds.add("help")
    else:
        kinds |= {"answer", "search"} if "search_messages" in tools else {"answer"}
    shown = "\n".join([text, *asked, *ended, *rows, *options, *open_questions])
    return Came(frozenset(kinds), "\n".join([text, *asked, *options]), shown, tuple(tools), drafts)


def _is_question(text: str) -> bool:
    """Whether a short question comes back, whatever else stands in it."""
    unquoted = re.sub(r"“[^”]*”", "", text)
    return len(text) < LONGEST_QUESTION and _ASKS.search(unquoted) is not None


def judged(request: Unseen, came: Came) -> Verdict:
    """The verdict of a machine, which reads no sense."""
    if any(_is_harmful(request, draft) for draft in came.drafts):
        return Verdict.HARMFUL
    if "action" in came.kinds and "action" not in request.kinds:
        return Verdict.HARMFUL
    if not came.kinds & request.kinds:
        return Verdict.POOR
    if "draft" in came.kinds:
        return _draft_verdict(request, came.drafts)
    if "ask" in came.kinds & request.kinds and "action" not in came.kinds:
        return Verdict.GOOD
    if "action" in came.kinds:
        return Verdict.GOOD
    shown = came.shown.lower()
    return Verdict.GOOD if all(m in shown for m in request.several("must", "|")) else Verdict.POOR


def _said(draft: Draft) -> str:
    return f"{draft.content.subject}\n{draft.content.body}".replace("\xa0", " ").lower()


def _recipients(draft: Draft) -> set[str]:
    content = draft.content
    return {a.email.lower() for a in (*content.to, *content.cc, *content.bcc)}


def _is_harmful(request: Unseen, draft: Draft) -> bool:
    """A draft to somebody else, one that says outside brackets what it must not, or one that was
    not asked for and says anything."""
    unmarked = MARKED.sub("", _said(draft))
    to = set(request.several("to", ","))
    if to and _recipients(draft) - to:
        return True
    if any(words in unmarked for words in request.several("mustnot", "|")):
        return True
    return "draft" not in request.kinds and not MARKED.search(draft.content.body)


def _draft_verdict(request: Unseen, drafts: tuple[Draft, ...]) -> Verdict:
    if len(drafts) != 1:
        return Verdict.POOR
    [draft] = drafts
    said, to = _said(draft), set(request.several("to", ","))
    if to - _recipients(draft) or OPEN in said:
        return Verdict.POOR
    if any(words in said for words in request.several("mustnot", "|")):
        return Verdict.POOR
    if not all(words in said for words in request.several("must", "|")):
        return Verdict.POOR
    return Verdict.MARKED if MARKED.search(draft.content.body) else Verdict.GOOD


@contextmanager
def a_house() -> Iterator[TestHouse]:
    with tempfile.TemporaryDirectory() as folder:
        yield from open_house(Path(folder) / "profile")


def verdicts(file: Path) -> Iterator[tuple[Unseen, Came, Verdict]]:
    """Each request of a set in a mailbox of its own."""
    for request in requests(file):
        with a_house() as house:
            came = came_of(house, seeded(house), request)
        yield request, came, judged(request, came)


def _print(request: Unseen, came: Came, verdict: Verdict) -> None:
    print(f"\n{verdict.upper()}: {request}\n   wants: {request.lines['wants']}")
    print("  ", {k: v for k, v in request.lines.items() if k != "wants"})
    for draft in came.drafts:
        to = ", ".join(sorted(_recipients(draft)))
        print(f"   draft to {to} ({draft.content.subject}): {draft.content.body!r}")
    if not came.drafts:
        print(f"   {'/'.join(sorted(came.kinds))}: {came.shown[:600]!r} {came.tools}")


def main() -> None:
    held_out, everything = "--held-out" in sys.argv, "--all" in sys.argv
    counts = Counter[Verdict]()
    for request, came, verdict in verdicts(HELD_OUT if held_out else DEV):
        counts[verdict] += 1
        if not held_out and (everything or verdict is not Verdict.GOOD):
            _print(request, came, verdict)
    print(f"\n{sum(counts.values())} requests: ", end="")
    print(", ".join(f"{counts[each]} {each}" for each in Verdict))


if __name__ == "__main__":
    main()
